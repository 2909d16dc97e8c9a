import { describe, expect, test } from 'vitest'
import { editRequest } from '../__fixtures__/scenes.ts'
import type { ControlName } from '../keys/key.ts'
import type { Action, Effect } from './action.ts'
import { textOf } from './editor.ts'
import { reduceScreen } from './reduce-screen.ts'
import { type Screen, startScreen } from './screen.ts'

const standing = { model: 'scripted', mode: 'default', session: 's', tokens: 0 }
const fresh = startScreen(standing, 80)

/** Plays actions; each takes 10 ms unless it says when. */
function play(start: Screen, ...actions: readonly Action[]) {
  const effects: Effect[] = []
  let screen = start
  for (const action of actions) {
    const step = reduceScreen(screen, action)
    screen = step.screen
    effects.push(...step.effects)
  }
  return { screen, effects }
}
const type = (text: string, at = 0): Action => ({ type: 'key.pressed', key: { kind: 'text', text }, at })
const press = (name: ControlName, at = 0): Action => ({ type: 'key.pressed', key: { kind: 'control', name }, at })
const say = (text: string, at = 0): readonly Action[] => [type(text, at), press('enter', at)]
const shown = {
  request: editRequest,
  layOut: () => ({ text: '', shortened: false, offered: ['allow_once', 'deny'] as const }),
}
const working = play(fresh, ...say('go')).screen

describe('Enter', () => {
  test('sends while nothing runs, says in between while something does, and keeps /queue for the end', () => {
    const { screen, effects } = play(fresh, ...say('one'), ...say('two'), ...say('/queue three'))
    expect(effects).toEqual([
      { type: 'send', text: 'one' },
      { type: 'steer', text: 'two' },
    ])
    expect(screen).toMatchObject({ work: 'working', steering: ['two'], queue: ['three'] })
  })

  test('after a backslash begins a new line', () => {
    expect(textOf(play(fresh, ...say('one\\'), type('two')).screen.editor)).toBe('one\ntwo')
  })

  test('on a command that does not exist says which there are, and sends nothing', () => {
    const { screen, effects } = play(fresh, ...say('/modle'))
    expect(effects).toEqual([])
    expect(screen.entries).toMatchObject([{ kind: 'note', text: expect.stringContaining('or "model"') }])
  })

  test('on a line that only begins like a command sends it', () => {
    expect(play(fresh, ...say('/usr/bin/env is missing')).effects).toEqual([
      { type: 'send', text: '/usr/bin/env is missing' },
    ])
  })
})

describe('the end of a run', () => {
  const over = (ended: 'completed' | 'stopped'): Action => ({ type: 'run.over', ended })

  test('is followed by what was said too late to be read, then by what was queued', () => {
    const first = play(working, ...say('late'), ...say('/queue next'), over('completed'))
    expect(first.effects.at(-1)).toEqual({ type: 'send', text: undefined })
    const placed: Action = {
      type: 'loop.told',
      event: { type: 'message.placed', message: { kind: 'message', node: 'm', from: 'user', text: 'late', time: 0 } },
    }
    const second = play(first.screen, placed, over('completed'))
    expect(second.effects).toEqual([{ type: 'send', text: 'next' }])
    expect(second.screen).toMatchObject({ steering: [], queue: [], work: 'working' })
  })

  test('by Ctrl-C starts nothing', () => {
    const { screen, effects } = play(working, ...say('/queue next'), press('interrupt', 1), over('stopped'))
    expect(effects).toEqual([{ type: 'abort' }])
    expect(screen).toMatchObject({ work: 'idle', queue: ['next'] })
  })
})

describe('an announcement of a child', () => {
  const posted: Action = { type: 'messages.posted' }

  test('wakes a chat that does nothing, and waits for the end of a run', () => {
    const goesOn = { type: 'send', text: undefined }
    expect(play(fresh, posted).effects).toEqual([goesOn])
    expect(play(working, posted).effects).toEqual([])
    expect(play(working, posted, { type: 'run.over', ended: 'completed' }).effects).toEqual([goesOn])
  })

  test('does not go on with a run that the person stopped', () => {
    expect(play(working, posted, { type: 'run.over', ended: 'stopped' }).effects).toEqual([])
  })
})

describe('Ctrl-C', () => {
  test('empties the line first, leaves if pressed again at once, and not if that is later', () => {
    const once = play(fresh, type('draft'), press('interrupt', 100))
    expect(textOf(once.screen.editor)).toBe('')
    expect(play(once.screen, press('interrupt', 1_000)).effects).toEqual([{ type: 'leave' }])
    expect(play(once.screen, press('interrupt', 9_000)).effects).toEqual([])
  })
})

describe('a question about a call', () => {
  const asked = (at: number): Action => ({ type: 'approval.asked', shown, at })

  test('takes no key that came before it was seen, nor one of a burst', () => {
    const { screen, effects } = play(working, asked(1_000), type('y', 1_100), type('n', 1_650), type('yes', 3_000))
    expect(effects).toEqual([])
    expect(textOf(screen.editor)).toBe('yn')
    expect(play(screen, type('y', 4_000)).effects).toEqual([
      { type: 'decide', decision: { requestId: 'approval-1', digest: '00', answer: 'allow_once' } },
    ])
  })

  test('takes only what is on offer', () => {
    expect(play(working, asked(0), type('a', 2_000), type('q', 4_000)).effects).toEqual([])
  })

  test('is asked after the one before, which a key that repeats does not answer as well', () => {
    const both = play(working, asked(0), asked(0), type('y', 2_000), type('y', 2_010))
    expect(both.effects).toHaveLength(1)
    expect(both.screen.modals).toHaveLength(1)
  })

  test('gives the draft back when it is settled elsewhere', () => {
    const { screen } = play(working, type('draft', 0), asked(0), { type: 'question.settled', id: 'approval-1', at: 1 })
    expect(screen.modals).toEqual([])
    expect(textOf(screen.editor)).toBe('draft')
  })
})

test('text that comes faster than it is shown is left out in whole lines, and counted', () => {
  const chunk = Array.from({ length: 1_000 }, (_, line) => `line ${line}`.padEnd(79)).join('\n')
  const events = [chunk, '\n', chunk, '\nend\n'].map(
    (text): Action => ({ type: 'loop.told', event: { type: 'text.streamed', text } }),
  )
  const { screen } = play(working, ...events, { type: 'stream.settled' })
  const entry = screen.entries.at(-1)
  if (entry?.kind !== 'model') throw new Error('There is no text.')
  expect(entry.text).toMatch(/^line \d+ .*\nend$/s)
  expect(entry.leftOut + entry.text.split('\n').length).toBe(2_001)
})

test('a context that is nearly full is told once, and again after it was emptied', () => {
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0, output: 1, reasoning: 0, estimated: false }
  const counted = (contextTokens: number): Action => ({
    type: 'loop.told',
    event: { type: 'usage.counted', usage, contextTokens, windowTokens: 1_000 },
  })
  const sizes = [500, 710, 800, 300, 720]
  const { entries } = play(fresh, ...sizes.map(counted)).screen
  expect(entries.flatMap((entry) => (entry.kind === 'note' ? [entry.text.slice(0, 25)] : []))).toEqual([
    'The context is 71 % full.',
    'The context is 72 % full.',
  ])
})

describe('what was said while the model works does not make it go on for ever', () => {
  const said = play(fresh, ...say('one'), ...say('the key is 123')).screen
  const over: Action = { type: 'run.over', ended: 'completed' }

  test('although a secret was removed from it before the model read it', () => {
    const placed: Action = {
      type: 'loop.told',
      event: {
        type: 'message.placed',
        message: {
          kind: 'message',
          node: 'message/1',
          from: 'user',
          text: 'the key is [REDACTED]',
          time: 0,
          meanwhile: true,
        },
      },
    }
    expect(play(said, placed, over)).toMatchObject({ effects: [], screen: { steering: [], work: 'idle' } })
  })

  test('although it could not be stored', () => {
    const refused: Action = { type: 'steering.refused', text: 'the key is 123', message: 'The disk is full.' }
    const { screen, effects } = play(said, refused, over)
    expect([effects, screen.work, screen.entries.at(-1)]).toMatchObject([[], 'idle', { text: 'The disk is full.' }])
  })
})
