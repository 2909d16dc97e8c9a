import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestGateway } from '../testing/open-test-gateway.ts'

test('a custom tool is added by a proven person, tested, switched off and removed; its secrets are never answered', async () => {
  const operator = await (await openTestGateway()).signIn('operator')
  const pin = ['p1n', '5ecret', '9'].join('-')
  const definition = {
    ...{ name: 'disk_usage', description: 'Says how much a folder takes.', command_type: 'exec' },
    ...{ command: 'du', args: ['-sh', '{{.path}}'] },
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    env: { PIN: pin },
    env_allowlist: ['PIN'],
  }
  const added = await operator.send('POST', '/v1/custom/tools', { body: definition })
  expect([added.status, added.text]).toMatchObject([200, expect.stringContaining('custom.disk_usage')])
  const shown = await operator.send('GET', '/v1/custom/tools/custom.disk_usage')
  expect(shown.json).toMatchObject({ state: 'enabled', origin: 'database', changedBy: operator.user.name })
  const at = '/v1/custom/tools/custom.disk_usage'
  const test = await operator.send('POST', `${at}/test`, { body: { arguments: { path: '/srv; id' } } })
  expect(test.json.argv).toEqual(['du', '-sh', '/srv; id'])
  expect((await operator.send('POST', `${at}/test`, { body: { arguments: { folder: 1 } } })).json.code).toBe('invalid')
  const listed = await operator.send('GET', '/v1/custom/tools')
  const edited = await operator.send('PATCH', at, { body: { env: { PIN: `${pin}2` } } })
  const taken = await operator.send('POST', '/v1/custom/tools', { body: definition })
  const wrong = await operator.send('PATCH', at, { body: { env: { PIN: [pin] }, description: 5 } })
  expect([edited.status, taken.status, wrong.status]).toEqual([200, 422, 422])
  const texts = [added, shown, test, listed, edited, taken, wrong].map((answer) => answer.text)
  expect(texts.join('\n')).not.toContain(pin)
  expect((await operator.send('PUT', `${at}/state`, { body: { enabled: false } })).json.state).toBe('disabled')
  expect((await operator.send('DELETE', at)).status).toBe(204)
  expect((await operator.send('GET', '/v1/custom/tools')).json.items).toEqual([])
  const again = await operator.send('POST', '/v1/custom/tools', { body: { name: 'Bad Name' } })
  expect([again.status, again.json.code]).toEqual([422, 'invalid'])
})

test('an operator makes a team, puts a task on its board, acts on it, and sends mail that is not marked as read', async () => {
  const drawbridge = { config: { agents: { planner: {}, coder: {} } } }
  const gateway = await openTestGateway({ drawbridge })
  const operator = await gateway.signIn('operator')
  const body = { id: 'shop', lead: 'planner', members: ['coder'], description: 'Sells things' }
  expect((await operator.send('POST', '/v1/teams', { body })).json).toMatchObject({ id: 'shop', reviewers: [] })
  const unknown = await operator.send('POST', '/v1/teams', { body: { ...body, id: 'mill', members: ['codr'] } })
  expect(unknown.json.detail).toContain('The agent "codr" does not exist. Did you mean "coder"?')
  const change = { description: 'Sells more', settings: { notifications: ['progress'] } }
  expect((await operator.send('PATCH', '/v1/teams/shop', { body: change })).json).toMatchObject({
    ...{ lead: 'planner', members: ['coder'], description: 'Sells more' },
    settings: { notifications: ['progress'], escalation: true },
  })
  for (const [path, wrong, status] of [
    ['shop', { members: ['codr'] }, 422],
    ['shop', { settings: { notifications: ['everything'] } }, 422],
    ['mill', {}, 404],
  ] as const)
    expect((await operator.send('PATCH', `/v1/teams/${path}`, { body: wrong })).status).toBe(status)
  const task = { subject: 'Write the tests', assignee: 'coder', requiresApproval: true }
  expect((await operator.send('POST', '/v1/teams/shop/tasks', { body: task })).json).toMatchObject({ number: 1 })
  const cancelled = await operator.send('POST', '/v1/teams/shop/tasks/1/act', {
    body: { action: 'cancel', text: 'not now' },
  })
  expect(cancelled.json).toMatchObject({ state: 'cancelled', reason: 'not now' })
  const record = (await operator.send('GET', '/v1/teams/shop/tasks/1')).json.record
  expect(record.map(({ type, actor }: { type: string; actor: string }) => [type, actor])).toContainEqual([
    'cancelled',
    operator.user.name,
  ])
  expect((await operator.send('POST', '/v1/teams/shop/mail', { body: { text: 'Good morning' } })).json.to).toEqual([
    'planner',
    'coder',
  ])
  const mail = (await operator.send('GET', '/v1/teams/shop/mail')).json.items
  expect(mail).toHaveLength(2)
  expect(mail[0]).toMatchObject({ from: operator.user.name, text: 'Good morning', readAt: null })
  const refused = await operator.send('POST', '/v1/teams/shop/mail', { body: { to: 'nobody', text: 'x' } })
  expect(refused.json.detail).toContain('The agent "nobody" is not in the team "shop"')
  const [listed] = (await operator.send('GET', '/v1/teams')).json.items
  expect(listed.board).toMatchObject({ cancelled: 1, pending: 0 })
  expect((await operator.send('GET', '/v1/teams/other/tasks')).json.code).toBe('not_found')
  const member = await gateway.signIn('member')
  for (const path of ['', '/shop/tasks', '/shop/tasks/1', '/shop/mail']) {
    const { status, text } = await member.send('GET', `/v1/teams${path}`)
    expect([status, text.includes('Write the tests') || text.includes('Good morning')]).toEqual([403, false])
  }
})

test('tasks are those of the caller for members and all for operators, and one can be cancelled once', async () => {
  const open = await openTestGateway()
  const [operator, other] = [await open.signIn('operator'), await open.signIn('member')]
  const session = open.gateway.drawbridge.openSession({ principal: { user: 'ada' } })
  const made = await session.call({
    name: 'agent.task_create',
    arguments: {
      title: 'Ship 2.4',
      steps: [
        { key: 'build', title: 'Build', instructions: 'Build it.' },
        { key: 'test', title: 'Test', instructions: 'Test it.', depends_on: ['build'] },
      ],
    },
  })
  expect(made.status).toBe('ok')
  expect((await other.send('GET', '/v1/tasks')).json.items).toEqual([])
  const [task] = (await operator.send('GET', '/v1/tasks')).json.items
  expect(task).toMatchObject({ title: 'Ship 2.4', user: 'ada', steps: 2, done: 0 })
  const whole = (await operator.send('GET', `/v1/tasks/${task.id}`)).json
  expect(whole.steps).toMatchObject([
    { id: 'build', state: 'ready' },
    { id: 'test', state: 'waiting', needs: ['build'] },
  ])
  expect((await other.send('POST', `/v1/tasks/${task.id}/cancel`, { body: {} })).status).toBe(404)
  const cancel = () => operator.send('POST', `/v1/tasks/${task.id}/cancel`, { body: { reason: 'done by hand' } })
  expect((await cancel()).json.cancelled).toEqual(['build', 'test'])
  expect((await cancel()).status).toBe(422)
})

test('skills, knowledge, jobs and servers are listed for operators, and none of it starts a server', async () => {
  const open = await openTestGateway()
  const operator = await open.signIn('operator')
  const folder = join(open.home, 'skills', 'release')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'SKILL.md'),
    '---\nname: release\ndescription: How a release is made.\n---\nBe careful.\n',
  )
  const skills = (await operator.send('GET', '/v1/skills')).json.items
  expect(skills.find(({ name }: { name: string }) => name === 'release')).toMatchObject({ tier: 'home', version: null })
  expect((await operator.send('GET', '/v1/skills/named/release')).json.text).toContain('Be careful.')
  expect((await operator.send('GET', '/v1/skills/named/none')).status).toBe(404)
  expect((await operator.send('GET', '/v1/knowledge/graph')).json).toEqual({ entities: [], facts: [], more: false })
  const forget = await operator.send('POST', '/v1/knowledge/forget', { body: { source: 'https://x.example' } })
  expect(forget.status).toBe(404)
  expect((await operator.send('GET', '/v1/jobs')).json.items).toEqual([])
  expect((await operator.send('POST', '/v1/jobs/none/retry')).status).toBe(404)
  expect((await operator.send('GET', '/v1/mcp/servers')).json.items).toEqual([])
  expect((await operator.send('GET', '/v1/mcp/requests')).json.items).toEqual([])
  expect((await operator.send('POST', '/v1/mcp/servers/none/test', { body: {} })).status).toBe(404)
  expect(open.errors).toEqual([])
})

test('a server is shown with the names of its variables alone, and one that does not start says why when it is tested', async () => {
  const token = ['tok', 'value', '12345'].join('-')
  const servers = {
    broken: { command: '/nowhere/server', env: { TOKEN: token } },
    off: { enabled: false, command: 'x' },
  }
  const config: object = { mcp: { servers } }
  const open = await openTestGateway({ drawbridge: { config: { ...config } } })
  const operator = await open.signIn('operator')
  const listed = await operator.send('GET', '/v1/mcp/servers')
  expect(listed.json.items).toMatchObject([
    { id: 'broken', state: 'idle', variables: ['TOKEN'], launch: '/nowhere/server' },
    { id: 'off', state: 'off' },
  ])
  expect(listed.text).not.toContain(token)
  const test = await operator.send('POST', '/v1/mcp/servers/broken/test', { body: {} })
  expect(test.json).toMatchObject({ problem: expect.stringContaining('/nowhere/server'), tools: [] })
  const grant = { subject: { kind: 'agent', id: 'writer' }, toolAllow: ['get_issue'] }
  expect((await operator.send('PUT', '/v1/mcp/servers/broken/grant', { body: grant })).status).toBe(204)
  expect((await operator.send('GET', '/v1/mcp/grants')).json.items).toMatchObject([
    { server: 'broken', toolAllow: ['get_issue'] },
  ])
  const own = { ...grant, overrides: { toolPrefix: 'forge', env: { TOKEN: 'another' } } }
  expect((await operator.send('PUT', '/v1/mcp/servers/broken/grant', { body: own })).status).toBe(204)
  expect((await operator.send('GET', '/v1/mcp/grants')).json.items).toMatchObject([{ overrides: own.overrides }])
  for (const overrides of [
    { env: { TOKEN: `\${secret:ANY}` } },
    { env: { NODE_OPTIONS: 'x' } },
    { headers: { a: 'b' } },
  ]) {
    const refused = await operator.send('PUT', '/v1/mcp/servers/broken/grant', { body: { ...grant, overrides } })
    expect(refused.status).toBe(422)
  }
  expect((await operator.send('DELETE', '/v1/mcp/servers/broken/grant?kind=agent&id=writer')).status).toBe(204)
  expect((await operator.send('DELETE', '/v1/mcp/servers/broken/grant?kind=agent&id=writer')).status).toBe(404)
})

test('agents are created once, shown with their files and removed', async () => {
  const open = await openTestGateway({
    drawbridge: { config: { agents: { lead: { description: 'Plans the work' } } } },
  })
  const operator = await open.signIn('operator')
  const create = () => operator.send('POST', '/v1/agents', { body: { id: 'writer' } })
  expect((await create()).json).toMatchObject({ id: 'writer', type: 'open' })
  expect((await create()).json.code).toBe('conflict')
  expect((await operator.send('POST', '/v1/agents', { body: { id: '../x' } })).json.code).toBe('invalid')
  expect((await operator.send('GET', '/v1/agents')).json.items.map(({ id }: { id: string }) => id)).toContain('writer')
  expect((await operator.send('GET', '/v1/agents/writer')).json).toMatchObject({ files: [], memory: [], profile: {} })
  expect((await operator.send('DELETE', '/v1/agents/writer')).status).toBe(204)
  expect((await operator.send('GET', '/v1/agents/writer')).status).toBe(404)
})

test('a secret is kept by a proven owner, listed without its value, and the mark of a removed one is no value', async () => {
  const open = await openTestGateway()
  const [owner, operator] = [await open.signIn('owner'), await open.signIn('operator')]
  const value = ['gh', 'p4ssphrase', 'x9'].join('_')
  expect((await operator.send('PUT', '/v1/secrets/GH_TOKEN', { body: { value } })).status).toBe(403)
  expect((await owner.send('PUT', '/v1/secrets/GH_TOKEN', { body: { value: '[redacted: aws-key]' } })).status).toBe(422)
  expect((await owner.send('PUT', '/v1/secrets/GH_TOKEN', { body: { value } })).json.result).toBe('added')
  const listed = await operator.send('GET', '/v1/secrets')
  expect(listed.json.items).toMatchObject([{ name: 'GH_TOKEN', programs: [] }])
  expect(listed.text).not.toContain(value)
  expect((await operator.send('GET', '/v1/programs')).json.items).toEqual([])
  expect((await owner.send('DELETE', '/v1/secrets/GH_TOKEN')).status).toBe(204)
  expect((await owner.send('DELETE', '/v1/secrets/GH_TOKEN')).status).toBe(404)
})

test('the flow of a session is shown to its user and to operators, and the report counts over sessions', async () => {
  const open = await openTestGateway()
  const [ada, bob, operator] = [await open.signIn('member'), await open.signIn('member'), await open.signIn('operator')]
  await writeFile(join(open.workspace, 'a.txt'), 'text')
  const session = open.gateway.drawbridge.openSession({ principal: { user: ada.user.name } })
  await session.call({ name: 'fs.read_file', arguments: { path: 'a.txt' } })
  const at = `/v1/sessions/${session.id}/flow`
  expect((await ada.send('GET', at)).json).toMatchObject({ asked: 0, sources: [{ tool: 'fs.read_file', results: 1 }] })
  expect((await bob.send('GET', at)).json.code).toBe('not_found')
  expect((await operator.send('GET', '/v1/flow/report')).json).toMatchObject({ sessions: 1, judged: 0, examples: [] })
})
