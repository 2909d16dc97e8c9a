import { describe, expect, test } from 'vitest'
import { start, write } from '../../approval/__fixtures__/people.ts'
import type { PreToolUseHook } from '../../hook/hook.ts'
import type { Limiter } from '../../limit/limiter.ts'
import type { Authority } from '../../policy/authority.ts'
import type { RunOptions } from '../../run/run-options.ts'

/** Allows every call, until something is done during its wait. */
function changing(then: 'allow' | 'ask' | 'deny') {
  let isChanged = false
  const authority: Authority = {
    decide: () =>
      isChanged
        ? { verdict: then, rule: 'later', source: 'policy.jsonc:3', reason: 'It is Friday.', steps: [] }
        : { verdict: 'allow', rule: 'first', source: 'policy.jsonc:2', reason: 'Allowed.', steps: [] },
  }
  const change = () => {
    isChanged = true
  }
  return { authority, change }
}

/** The calls of two ways to wait: each does something after the call was judged or its targets were resolved. */
const waits: Readonly<Record<string, (during: () => void) => Partial<RunOptions>>> = {
  'in the queue of the limits': (during) => {
    const limiter: Limiter = {
      acquire: async () => {
        during()
        return { status: 'granted', queued: true, release: () => undefined }
      },
    }
    return { limiter }
  },
  'for a hook': (during) => {
    const hook: PreToolUseHook = {
      name: 'slow',
      run: async () => {
        during()
        return { verdict: 'allow' }
      },
    }
    return { hooks: { preToolUse: [hook] } }
  },
}

describe.each(Object.entries(waits))('a call that waited %s', (_where, waiting) => {
  test.each(['a.txt', 'src/b.txt'])('runs if nothing changed meanwhile: %s', async (path) => {
    const { authority } = changing('deny')
    const { run, ran } = start({ authority, ...waiting(() => undefined) })
    expect(await run.call(write(path))).toMatchObject({ status: 'ok' })
    expect(ran).toEqual([`write ${path}`])
  })

  test.each([
    ['a link now leads to a secret', '/workspace/.env', 'approval_void', 'would touch changed while it waited'],
    ['a link now leads to a hook of git', '/workspace/.git/hooks/x', 'approval_void', 'changed while it waited'],
    ['a link now leads to what a rule denies', '/workspace/closed', 'denied_by_policy', 'Closed.'],
  ])('is judged by what it would touch then: %s', async (_what, now, code, words) => {
    const authority: Authority = {
      decide: ({ targets }) => {
        const [found] = targets
        const real = found?.kind === 'path' ? found.real : ''
        const verdict = real.endsWith('/closed') ? 'deny' : real === '/workspace/a.txt' ? 'allow' : 'ask'
        const reason = verdict === 'deny' ? 'Closed.' : 'Another place.'
        return { verdict, rule: 'place', source: 'policy.jsonc:3', reason, steps: [] }
      },
    }
    let real = '/workspace/a.txt'
    const resolver: RunOptions['resolver'] = {
      resolve: () => ({
        status: 'resolved',
        targets: [
          {
            kind: 'path',
            declared: 'a.txt',
            real,
            access: 'write',
            recursive: false,
            zone: 'workspace',
            sensitive: false,
          },
        ],
      }),
    }
    const redirect = () => {
      real = now
    }
    const { run, ran } = start({ authority, resolver, ...waiting(redirect) })
    expect(await run.call(write())).toMatchObject({ status: 'denied', code, message: expect.stringContaining(words) })
    expect(ran).toEqual([])
  })
})

test.each([
  ['ask', 'approval_void'],
  ['deny', 'denied_by_policy'],
] as const)('a call whose policy has come to %s while it waited for its paths does not run', async (then, code) => {
  const { authority, change } = changing(then)
  const limiter: Limiter = {
    acquire: async () => ({ status: 'granted', queued: true, release: () => undefined }),
  }
  let judged = 0
  const late: Authority = {
    decide: (facts) => {
      judged += 1
      if (judged === 2) change()
      return authority.decide(facts)
    },
  }
  const { run, ran } = start({ authority: late, limiter })
  expect(await run.call(write())).toMatchObject({ status: 'denied', code, message: expect.stringContaining('later') })
  expect(ran).toEqual([])
})

describe('the targets of a call are resolved', () => {
  const at = { kind: 'path', declared: 'a.txt', real: '/workspace/a.txt', access: 'write', recursive: false } as const
  const resolvedWith = async (hook: PreToolUseHook) => {
    let resolved = 0
    const resolve: NonNullable<RunOptions['resolver']>['resolve'] = () => {
      resolved += 1
      return { status: 'resolved', targets: [{ ...at, zone: 'workspace', sensitive: false }] }
    }
    const { authority } = changing('deny')
    const { run } = start({ authority, resolver: { resolve }, hooks: { preToolUse: [hook] } })
    return { status: (await run.call(write())).status, resolved }
  }
  const allow = { verdict: 'allow' } as const

  test.each<[string, number, PreToolUseHook]>([
    ['once if its hook only reads memory', 1, { name: 'known', instant: true, run: () => allow }],
    ['once if no hook is about it', 1, { name: 'other', matcher: { tools: ['runtime.*'] }, run: async () => allow }],
    ['again after a hook that took time', 2, { name: 'slow', run: async () => allow }],
    [
      'again after a hook that promised to take no time and did',
      2,
      { name: 'liar', instant: true, run: async () => allow },
    ],
  ])('%s', async (_when, times, hook) => {
    expect(await resolvedWith(hook)).toEqual({ status: 'ok', resolved: times })
  })

  test.each<[string, PreToolUseHook['run']]>([
    ['denies', () => ({ verdict: 'deny', reason: 'Closed.' })],
    [
      'fails',
      () => {
        throw new Error('Closed.')
      },
    ],
  ])('for nothing if a hook that only reads memory %s: the call does not run', async (_how, run) => {
    expect(await resolvedWith({ name: 'known', instant: true, run })).toEqual({ status: 'denied', resolved: 1 })
  })
})
