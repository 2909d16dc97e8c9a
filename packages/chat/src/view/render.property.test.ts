import { createStyle, displayWidth } from '@drawbridge/room/text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import type { Action } from '../screen/action.ts'
import { emptyEditor, insertText } from '../screen/editor.ts'
import type { Entry } from '../screen/entry.ts'
import { reduceScreen } from '../screen/reduce-screen.ts'
import { type Screen, startScreen } from '../screen/screen.ts'
import { drawFrame, nothingDrawn } from '../terminal/frame-writer.ts'
import { renderEntry } from './render-entry.ts'
import { renderLive } from './render-live.ts'

const hostile = fc.string({
  unit: fc.constantFrom(
    'a',
    'word ',
    '日',
    'e\u0301',
    '👍',
    '\n',
    '\t',
    '\r',
    '\u001b[2J',
    '\u009b',
    '\u0007',
    '\u202e',
    '\u0008',
  ),
  maxLength: 60,
})
const columns = fc.integer({ min: 20, max: 90 })
const style = createStyle(true)
const standing = { model: 'scripted', mode: 'default', session: 's', tokens: 0 }

const emphasis = /\p{Cc}\[\d{1,2}m/gu
const notEmphasis = /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u

function expectHarmless(lines: readonly string[], width: number) {
  for (const line of lines) {
    // Nothing but emphasis may be there.
    const text = line.replaceAll(emphasis, '')
    expect(text).not.toMatch(notEmphasis)
    expect(displayWidth(text)).toBeLessThanOrEqual(width)
  }
}

const entry: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({ kind: fc.constant('person' as const), text: hostile, meanwhile: fc.boolean() }),
  fc.record({ kind: fc.constant('model' as const), text: hostile, isFirst: fc.boolean(), leftOut: fc.nat(3) }),
  fc.record({
    kind: fc.constant('call' as const),
    tool: fc.constantFrom('fs.read_file', 'runtime.exec'),
    headline: hostile,
    status: fc.constantFrom('ok' as const, 'failed' as const),
    output: hostile,
  }),
  fc.record({
    kind: fc.constant('note' as const),
    text: hostile,
    tone: fc.constantFrom('plain' as const, 'bad' as const),
  }),
)

/** Things that happen to a screen, in any order. */
const action: fc.Arbitrary<Action> = fc.oneof(
  hostile.map((text): Action => ({ type: 'loop.told', event: { type: 'text.streamed', text } })),
  hostile.map(
    (text): Action => ({
      type: 'loop.told',
      event: {
        type: 'call.started',
        call: text,
        tool: 'runtime.exec',
        input: { command: text },
        permission: 'write',
        risk: 'safe',
      },
    }),
  ),
  hostile.map(
    (message): Action => ({
      type: 'loop.told',
      event: { type: 'call.progressed', call: message, tool: 'runtime.exec', message },
    }),
  ),
  hostile.map(
    (text): Action => ({
      type: 'key.pressed',
      key: { kind: 'paste', text: text.replaceAll(/[^\P{C}\n]/gu, '') },
      at: 0,
    }),
  ),
  fc
    .constantFrom(
      'enter' as const,
      'up' as const,
      'down' as const,
      'backspace' as const,
      'left' as const,
      'tab' as const,
    )
    .map((name): Action => ({ type: 'key.pressed', key: { kind: 'control', name }, at: 0 })),
  hostile.map((text): Action => ({ type: 'todos.changed', todos: [{ id: '1', text, status: 'in_progress' }] })),
  fc.constant<Action>({ type: 'stream.settled' }),
)

describe('whatever a model, a command or a person writes', () => {
  test('no entry controls the terminal, and none is wider than it', () => {
    fc.assert(
      fc.property(entry, columns, (given, width) => {
        expectHarmless(renderEntry(given, { columns: width, style }), width)
      }),
      { numRuns: propertyRuns(200) },
    )
  })

  test('the lower part fits the terminal, with the cursor in it', () => {
    fc.assert(
      fc.property(
        fc.array(action, { maxLength: 30 }),
        columns,
        fc.integer({ min: 4, max: 30 }),
        (steps, width, rows) => {
          const screen = steps.reduce<Screen>(
            (before, each) => reduceScreen(before, each).screen,
            startScreen(standing, width),
          )
          const { lines, cursor } = renderLive(screen, rows, { columns: width, style })
          expectHarmless(lines, width)
          expect(lines.length).toBeLessThanOrEqual(rows)
          expect(cursor.row).toBeLessThan(lines.length)
          expect(cursor.column).toBeLessThanOrEqual(width)
        },
      ),
      { numRuns: propertyRuns(200) },
    )
  })
})

test('a frame that changes nothing writes nothing, and one with a longer line writes that line alone', () => {
  const live = (text: string) =>
    renderLive({ ...startScreen(standing, 40), editor: insertText(emptyEditor, text) }, 24, {
      columns: 40,
      style: createStyle(false),
    })
  const drawn = live('ab')
  expect(drawFrame(drawn, [], drawn)).toBe('')
  const more = drawFrame(drawn, [], live('abc'))
  expect(more).toContain('> abc')
  expect(more).not.toContain('scripted')
  expect(drawFrame(nothingDrawn, ['one'], drawn)).toMatch(/one.*> ab.*scripted/s)
})
