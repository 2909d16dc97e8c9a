import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPage } from '@drawbridge/dashboard'
import { statement } from '@drawbridge/store/database'
import { createDatabaseRecorder, verifyAudit } from '@drawbridge/store/sessions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDashboard } from '../../../../scripts/lib/build-dashboard.ts'
import { repositoryRoot } from '../../../../scripts/lib/repository-root.ts'
import { describeWithBrowser } from '../../../dashboard/src/testing/describe-with-browser.ts'
import { type OpenedPage, openDashboard, startBrowser } from '../../../dashboard/src/testing/open-browser.ts'
import { openTestGateway, type TestGateway } from '../../../gateway/src/testing/open-test-gateway.ts'
import { sampleSession } from '../../../store/src/session/__fixtures__/sample-events.ts'

const exported = 100_000
const meanwhile = 2_000
/** What people change outside of calls, such as the users of the test, is in the record too. */
const countChanges = statement<[], { count: number }>(
  "select count(*) as count from events where type = 'trust.changed'",
)
const readHash = statement<[position: number], { hash: string }>('select hash from audit_log where position = $1')

// The numbers are those of the acceptance checks in docs/dashboard.md.
describeWithBrowser('the page on a gateway', () => {
  let browser: Awaited<ReturnType<typeof startBrowser>>
  beforeAll(async () => {
    await buildDashboard(repositoryRoot)
    browser = await startBrowser()
  })
  afterAll(() => browser.close())

  /** Signs an owner in at the page with a code, as the address of the terminal does. */
  async function openSignedIn(open: TestGateway, path: string) {
    const { user } = await open.signIn('owner')
    const code = await open.gateway.access.codes.createLogin({ userId: user.id })
    const opened = await openDashboard(browser, open.url, `${path}#code=${code}`)
    await opened.page.locator('nav[aria-label=Pages] a').first().waitFor()
    return opened
  }

  // 3
  it('gives nothing to a page on another port of this machine, although that receives the cookie', async () => {
    const open = await openTestGateway({ page: openPage() })
    await using opened = await openSignedIn(open, '/settings')
    const cookies: string[] = []
    await using other = createServer((request, response) => {
      cookies.push(String(request.headers.cookie ?? ''))
      response.writeHead(200, { 'content-type': 'text/html' }).end(attackOn(open.url))
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const page = await opened.context.newPage()
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
    const answers = await attackFrom(page)
    expect(answers).toEqual(answers.map(() => expect.stringMatching(/^(?:TypeError|opaque)/)))
    const stolen = cookies.find((cookie) => cookie.includes(`${open.gateway.cookieName}=`)) ?? ''
    expect(stolen).not.toBe('')
    for (const { method, path } of open.gateway.routes.filter(({ role }) => role !== 'open')) {
      const answer = await open.send(method, `/v1${path}`, { headers: { cookie: stolen } })
      expect([method, path, answer.status]).toEqual([method, path, 401])
    }
    expect(await open.gateway.access.users.list()).toHaveLength(1)
    // The session is still there: neither the form nor the script has ended it.
    await opened.page.reload()
    await opened.page.locator('nav[aria-label=Pages] a').first().waitFor()
    expect(opened.page.url()).toBe(`${open.url}/settings`)
  })

  // 22
  it('exports 100,000 events as they were at one moment while others are recorded, and finds the record whole', async () => {
    const open = await openTestGateway({ page: openPage() })
    const { database } = open.gateway
    await using recorder = createDatabaseRecorder(database)
    const made = sampleSession('ses_large')
    const record = (from: number, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => recorder.append(made.aborted(`call_${from + index}`), 'grouped')),
      )
    for (let from = 0; from < exported; from += 10_000) await record(from, 10_000)
    await using opened = await openSignedIn(open, '/audit')
    const arriving = (async () => {
      for (let from = 0; from < meanwhile; from += 100) await record(exported + from, 100)
    })()
    const [download] = await Promise.all([
      opened.page.waitForEvent('download'),
      opened.page.getByRole('button', { name: 'JSONL' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n')
    await arriving
    const { export: head } = JSON.parse(lines[0] ?? '') as { export: Head }
    const positions = lines.slice(1).map((line) => (JSON.parse(line) as { position: string }).position)
    expect(positions).toHaveLength(head.count)
    expect(head.count).toBeGreaterThanOrEqual(exported)
    expect([positions[0], positions.at(-1)]).toEqual([head.first, head.last])
    expect(positions).toEqual(positions.toSorted((left, right) => Number(left) - Number(right)))
    expect((await database.get(readHash, Number(head.head.position)))?.hash).toBe(head.head.hash)
    await opened.page.getByRole('button', { name: 'Verify' }).click()
    const all = exported + meanwhile + Number((await database.get(countChanges))?.count)
    await opened.page.locator('[role=status]').getByText(String(all)).waitFor()
    expect(await verifyAudit(database, { ...head.head, position: Number(head.head.position) })).toMatchObject({
      status: 'sound',
      head: { position: all },
    })
    expect(opened.faults).toEqual([])
  })
})

interface Head {
  readonly count: number
  readonly first: string
  readonly last: string
  readonly head: { readonly position: string; readonly hash: string }
}

/** A page of somebody else, whose form ends all sessions of whoever opens it. */
function attackOn(gateway: string): string {
  return `<!doctype html><title>other</title>
    <iframe name="sink"></iframe>
    <form method="post" enctype="text/plain" target="sink" action="${gateway}/v1/auth/logout-all"><input name="{}"></form>
    <script>globalThis.gateway = ${JSON.stringify(gateway)}; document.forms[0].submit()</script>`
}

/** Tries from that page what a script can, and returns what each attempt brought. */
function attackFrom(page: OpenedPage['page']): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const { gateway } = globalThis as unknown as { gateway: string }
    const json = { 'content-type': 'application/json' }
    const attempts: (readonly [path: string, init: RequestInit])[] = [
      ['/v1/me', {}],
      ['/v1/me', { mode: 'no-cors' }],
      ['/v1/users', { method: 'POST', headers: json, body: '{"name":"eve","role":"owner"}' }],
      ['/v1/users', { method: 'POST', mode: 'no-cors', body: '{"name":"eve","role":"owner"}' }],
      ['/v1/auth/logout-all', { method: 'POST', mode: 'no-cors' }],
    ]
    return Promise.all(
      attempts.map(([path, init]) =>
        fetch(`${gateway}${path}`, { credentials: 'include', ...init }).then(
          ({ type, status }) => `${type} ${status}`,
          String,
        ),
      ),
    )
  })
}
