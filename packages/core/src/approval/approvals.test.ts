import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createMemoryGrantStore } from '../grant/create-grants.ts'
import { createLockTable } from '../limit/lock-table.ts'
import type { Authority } from '../policy/authority.ts'
import { builtInAuthority } from '../policy/built-in-policy.ts'
import { createRegistry } from '../registry/create-registry.ts'
import { openRun } from '../run/open-run.ts'
import type { RunOptions } from '../run/run-options.ts'
import { createScriptedApprover, testPrincipal } from '../testing/index.ts'
import { defineTool } from '../tool/define-tool.ts'
import { createApprovalScene } from './__fixtures__/approval-scene.ts'
import {
  atHand,
  command,
  firstRequest,
  openInbox,
  person,
  says,
  silent,
  start,
  untilIdle,
  write,
} from './__fixtures__/people.ts'
import type { ApprovalRequest } from './approval-request.ts'
import { approveWith } from './approve-with.ts'
import type { Approver } from './approver.ts'

describe('a request', () => {
  test('is plain JSON that tells everything an answer hangs on', async () => {
    const approver = createScriptedApprover([{ tool: 'demo.run', answer: 'deny' }])
    const principal = {
      ...testPrincipal,
      agent: 'helper',
      role: 'sub',
      parents: [{ run: 'r0', agent: 'boss' }],
    } as const
    const { run } = start({ approvers: [approver], principal })
    await run.call(command('git push origin main'))
    const [request] = approver.requests
    expect(JSON.parse(JSON.stringify(request))).toEqual(request)
    expect(request).toMatchObject({
      id: 'approval_1',
      tool: 'demo.run',
      permission: 'write',
      risk: 'dangerous',
      dangerous: true,
      cwd: '/workspace',
      principal,
      expiresAt: 1_120_000,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      hooks: [],
    })
  })

  test('offers for the session exactly the scope that it would save, and for ever only with a store', async () => {
    const approver = createScriptedApprover([
      { tool: 'demo.write', answer: 'deny' },
      { tool: 'demo.write', answer: 'deny' },
    ])
    await start({ approvers: [approver] }).run.call(write('src/a.txt'))
    await start({ approvers: [approver], grantStore: createMemoryGrantStore() }).run.call(write('src/a.txt'))
    expect(approver.requests[0]?.offers).toEqual([
      { answer: 'allow_once', scope: 'this call only' },
      {
        answer: 'allow_for_session',
        scope: 'demo.write, write files directly in /workspace/src, until this session ends',
      },
      { answer: 'deny', scope: 'this call only' },
      { answer: 'abort', scope: 'the whole run' },
    ])
    expect(approver.requests[1]?.offers).toContainEqual({
      answer: 'allow_always',
      scope: 'demo.write, write files directly in /workspace/src, for this agent, until it is revoked',
    })
  })

  test.each([
    ['credentials', write('.env')],
    ['what decides what runs later', write('.git/hooks/pre-commit')],
    ['deletion', { name: 'demo.delete', arguments: {} }],
    ['a shell', command('bash build.sh')],
    ['an interpreter', command('python3 build.py')],
    ['a launcher', command('xargs rm')],
    ['a script in the workspace', command('./build.sh')],
    ['what only the shell knows', command('git push $REMOTE')],
  ])('offers nothing beyond once for %s', async (_what, call) => {
    const seen: ApprovalRequest[] = []
    const approver = person((request) => {
      seen.push(request)
      return { answer: 'deny' }
    })
    await start({ approvers: [approver], grantStore: createMemoryGrantStore() }).run.call(call)
    expect(seen[0]?.offers.map(({ answer }) => answer)).toEqual(['allow_once', 'deny', 'abort'])
  })
})

describe('a request is marked as dangerous', () => {
  const call = (path: string, access: 'read' | 'write' | 'list') => ({ path, access })
  test.each([
    ['for a write of what decides what runs later', call('.git/hooks/x', 'write'), true, 'deny'],
    ['for credentials', call('.env', 'read'), true, 'deny'],
    ['not for an ordinary write', call('a.txt', 'write'), false, 'allow_once'],
    ['not for reading what decides what runs later', call('.git/hooks/x', 'read'), false, 'allow_once'],
    ['not for listing it', call('.git/hooks/x', 'list'), false, 'allow_once'],
  ])('%s', async (_what, input, dangerous, suggested) => {
    const seen: ApprovalRequest[] = []
    const approver = person((request) => {
      seen.push(request)
      return { answer: 'deny' }
    })
    const asking: Authority = {
      decide: () => ({ verdict: 'ask', rule: 'r', source: 'built-in', reason: 'Asked.', steps: [] }),
    }
    const registry = createRegistry()
    registry.register(
      defineTool({
        name: 'demo.touch',
        description: 'Touches a path.',
        input: z.strictObject({ path: z.string(), access: z.enum(['read', 'write', 'list']) }),
        permission: 'write',
        risk: 'medium',
        targets: ({ path, access }) => [{ kind: 'path', path, access }],
        execute: () => 'done',
      }),
    )
    const { run } = start({ approvers: [approver], authority: asking, registry })
    await run.call({ name: 'demo.touch', arguments: input })
    expect(seen[0]).toMatchObject({ dangerous, suggested })
  })
})

describe('an answer', () => {
  test('of no is a denial, with its reason for the model', async () => {
    const { run, ran, recorder } = start({ approvers: [says('deny', 'use b.txt')] })
    expect(await run.call(write())).toMatchObject({
      status: 'denied',
      code: 'denied_by_user',
      message: expect.stringContaining('use b.txt'),
    })
    expect(ran).toEqual([])
    expect(recorder.types()).toEqual(['permission.requested', 'permission.decided', 'tool.denied'])
  })

  test('of abort ends the run and what waits in it', async () => {
    const inbox = openInbox()
    const { run } = start({ approvers: [inbox] })
    const waiting = [run.call(write('a.txt')), run.call(write('b.txt'))]
    const request = await firstRequest(inbox)
    inbox.answer({ requestId: request.id, answer: 'abort' }, atHand)
    const outcomes = await Promise.all(waiting)
    expect(outcomes.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(run.signal.aborted).toBe(true)
    expect(inbox.pending()).toEqual([])
  })

  test('that does not come in time is a denial of its own kind', async () => {
    const { run, clock } = start({ approvers: [silent] })
    const outcome = run.call(write())
    await untilIdle()
    await clock.advance(120_000)
    expect(await outcome).toMatchObject({ status: 'denied', code: 'approval_timeout' })
  })

  test('cannot be had where nobody is there, which is said at once with the way out', async () => {
    expect(await start().run.call(write())).toMatchObject({
      status: 'denied',
      code: 'approval_unavailable',
      message: expect.stringContaining('--approve'),
    })
  })

  test('cannot be had where whoever was asked is lost', async () => {
    const lost: Approver = {
      id: 'gone',
      human: true,
      // biome-ignore lint/correctness/useYield: it breaks off before it answers
      async *ask() {
        await untilIdle()
        throw new Error('the connection broke')
      },
    }
    const { run, recorder } = start({ approvers: [lost] })
    expect(await run.call(write())).toMatchObject({
      code: 'approval_unavailable',
      message: expect.stringContaining('the connection broke'),
    })
    expect(recorder.types()).toContain('permission.failed')
  })

  test('given twice counts once, and a later one learns who was first', async () => {
    const inbox = openInbox()
    const { run, ran } = start({ approvers: [inbox] })
    const outcome = run.call(write())
    const { id: requestId } = await firstRequest(inbox)
    expect(inbox.answer({ requestId, answer: 'allow_once' }, atHand)).toEqual({ status: 'accepted' })
    expect(inbox.answer({ requestId, answer: 'deny' }, { client: 'phone', human: true })).toEqual({
      status: 'already_settled',
      by: 'web',
    })
    expect(await outcome).toMatchObject({ status: 'ok' })
    expect(inbox.answer({ requestId, answer: 'allow_once' }, atHand)).toMatchObject({ status: 'already_settled' })
    expect(ran).toEqual(['write a.txt'])
  })

  test('of the first of two approvers wins; who decided is recorded, the other is told to stop', async () => {
    const [web, phone] = [openInbox('web'), openInbox('phone')]
    const { run, recorder } = start({ approvers: [web, phone] })
    const outcome = run.call(write())
    const { id: requestId } = await firstRequest(phone)
    phone.answer({ requestId, answer: 'deny' }, { client: 'anna', human: true })
    expect(await outcome).toMatchObject({ code: 'denied_by_user' })
    expect(web.pending()).toEqual([])
    expect(recorder.events.find(({ type }) => type === 'permission.decided')).toMatchObject({
      approver: 'phone',
      decision: { decidedBy: 'anna' },
    })
  })

  test('of a program counts only where no person is asked, and never where the operator says so', async () => {
    const program = approveWith('program', () => ({ answer: 'allow_once' }))
    expect(await start({ approvers: [program] }).run.call(write())).toMatchObject({ status: 'ok' })
    const never = start({ approvers: [program], settings: { automaticApprovals: 'never' } })
    expect(await never.run.call(write())).toMatchObject({
      code: 'approval_unavailable',
      message: expect.stringContaining('"program" would decide without a person'),
    })
    const slowly = person(async () => {
      await untilIdle()
      return { answer: 'deny' }
    })
    expect(await start({ approvers: [program, slowly] }).run.call(write())).toMatchObject({ code: 'denied_by_user' })
    const beside = start({ approvers: [program, slowly], settings: { automaticApprovals: 'always' } })
    expect(await beside.run.call(write())).toMatchObject({ status: 'ok' })
    expect(await start().run.call(write(), { approvers: [program] })).toMatchObject({ code: 'approval_unavailable' })
  })

  test('cannot change the arguments', async () => {
    const patching = person(() => ({ answer: 'allow_once', input: { path: 'b.txt' }, arguments: { path: 'b.txt' } }))
    const { run, ran, recorder } = start({ approvers: [patching] })
    await run.call(write('a.txt'))
    expect(ran).toEqual(['write a.txt'])
    expect(JSON.stringify(recorder.events.filter(({ type }) => type === 'permission.decided'))).not.toContain('b.txt')
  })
})

describe('an answer that comes after', () => {
  test('the target has changed is void', async () => {
    let zone: 'workspace' | 'outside' = 'workspace'
    const turning = person(() => {
      zone = 'outside'
      return { answer: 'allow_once' }
    })
    const { run, ran } = start({
      approvers: [turning],
      resolver: {
        resolve: () => ({
          status: 'resolved',
          targets: [
            {
              kind: 'path',
              declared: 'a',
              real: '/workspace/a',
              access: 'write',
              recursive: false,
              zone,
              sensitive: false,
            },
          ],
        }),
      },
    })
    expect(await run.call(write())).toMatchObject({ status: 'denied', code: 'approval_void' })
    expect(ran).toEqual([])
  })

  test('the script has changed is void, and says why', async () => {
    const scene = createApprovalScene()
    scene.machine.contents.set('/workspace/build.py', Buffer.from('print(1)'))
    const rewriting = person(() => {
      scene.machine.contents.set('/workspace/build.py', Buffer.from('import os'))
      return { answer: 'allow_once' }
    })
    const run = openRun({ ...scene.options, approvers: [rewriting] })
    expect(await run.call(command('python3 build.py'))).toMatchObject({
      code: 'approval_void',
      message: expect.stringContaining('a script that it runs has changed'),
    })
    expect(scene.ran).toEqual([])
  })

  test('the policy asks for one more reason is void, and names it', async () => {
    const asks = (step: string) => ({ step, verdict: 'ask', because: `Because of ${step}.` }) as const
    const steps = [asks('first')]
    const authority: Authority = {
      decide: () => ({ verdict: 'ask', rule: 'first', source: 'policy.jsonc:3', reason: 'Really?', steps: [...steps] }),
    }
    const adding = person(() => {
      steps.push(asks('second'))
      return { answer: 'allow_once' }
    })
    const { run, ran } = start({ approvers: [adding], authority })
    expect(await run.call(write())).toMatchObject({
      code: 'approval_void',
      message: expect.stringContaining('second'),
    })
    expect(ran).toEqual([])
  })

  test('the policy has come to deny is void, and names the rule', async () => {
    let isClosed = false
    const authority: Authority = {
      decide: (facts) =>
        isClosed
          ? { verdict: 'deny', rule: 'freeze', source: 'policy.jsonc:3', reason: 'It is Friday.', steps: [] }
          : builtInAuthority.decide(facts),
    }
    const closing = person(() => {
      isClosed = true
      return { answer: 'allow_once' }
    })
    const { run, ran } = start({ approvers: [closing], authority })
    expect(await run.call(write())).toMatchObject({
      code: 'approval_void',
      message: expect.stringContaining('freeze'),
    })
    expect(ran).toEqual([])
  })
})

describe('while a call that may run waits for its paths', () => {
  const line = 'python3 build.py > out.txt'

  /** Another call holds what the command writes, until the returned function lets go of it. */
  async function started(options: Partial<RunOptions>) {
    const locks = createLockTable()
    const scene = createApprovalScene({ locks })
    scene.machine.contents.set('/workspace/build.py', Buffer.from('print(1)'))
    const holder = { toolCallId: 'other', tool: 'demo.write', session: 'other' }
    const held = await locks.acquire([{ key: '/workspace/out.txt', mode: 'exclusive', recursive: false }], {
      holder,
      signal: new AbortController().signal,
    })
    let zone: 'workspace' | 'outside' = 'workspace'
    const { resolver } = scene.options
    const withOutput: RunOptions['resolver'] = {
      resolve: async (declared, ...more) => {
        const resolution = await resolver?.resolve(declared, ...more)
        if (resolution?.status !== 'resolved') throw new Error('not resolved')
        const written = { kind: 'path', declared: 'out.txt', real: '/workspace/out.txt', access: 'write' } as const
        return {
          ...resolution,
          targets: [...resolution.targets, { ...written, recursive: false, zone, sensitive: false }],
        }
      },
    }
    const run = openRun({ ...scene.options, resolver: withOutput, ...options })
    const outcome = run.call(command(line))
    await untilIdle()
    return {
      ...scene,
      redirect: () => (zone = 'outside'),
      end: async () => {
        held[Symbol.dispose]()
        return await outcome
      },
    }
  }

  const allowing: Authority = {
    decide: ({ targets }) => {
      const isOutside = targets.some((target) => target.kind === 'path' && target.zone === 'outside')
      const verdict = isOutside ? 'ask' : 'allow'
      return { verdict, rule: 'inside', source: 'policy.jsonc:3', reason: 'It is as it is.', steps: [] }
    },
  }

  test('a script that is rewritten voids its approval', async () => {
    const { machine, end, ran } = await started({ approvers: [says('allow_once')] })
    machine.contents.set('/workspace/build.py', Buffer.from('import os'))
    expect(await end()).toMatchObject({ status: 'denied', code: 'approval_void' })
    expect(ran).toEqual([])
  })

  test('a redirected link is judged again without an approval', async () => {
    const { redirect, end, ran } = await started({ authority: allowing })
    redirect()
    expect(await end()).toMatchObject({ status: 'denied', code: 'approval_void' })
    expect(ran).toEqual([])
  })

  test('it runs if nothing has changed', async () => {
    for (const options of [{ approvers: [says('allow_once')] }, { authority: allowing }] as const) {
      const { end, ran } = await started(options)
      expect(await end()).toMatchObject({ status: 'ok' })
      expect(ran).toEqual([`run ${line}`])
    }
  })
})
