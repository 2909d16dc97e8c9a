import { describe, expect, test } from 'vitest'
import { madeUp } from './__fixtures__/texts.ts'
import { createScrubber } from './create-scrubber.ts'
import { redactionMarker } from './redaction.ts'
import { createRedactionGuard, restoreMarkers } from './redaction-guard.ts'

const first = madeUp('ghp_', 36, 1)
const second = madeUp('ghp_', 36, 2)
const original = `# settings\nname = one\ntoken = ${first}\nurl = a\n\nname = two\ntoken = ${second}\nurl = b\n`

function guardOf(text: string): ReturnType<typeof createRedactionGuard> {
  const guard = createRedactionGuard()
  guard.remember('/w/settings', text, createScrubber().scrub(text).redactions)
  return guard
}

describe('a marker in the old text of an edit', () => {
  test('stands for the exact secret that the text around it points to', () => {
    const candidates = guardOf(original).expandMarkers('/w/settings', `token = ${redactionMarker}\nurl = b`)
    expect(candidates).toEqual([{ text: `token = ${second}\nurl = b`, secrets: [second] }])
  })

  test('is ambiguous where the text around it fits several', () => {
    const candidates = guardOf(original).expandMarkers('/w/settings', `token = ${redactionMarker}`)
    expect(candidates.map(({ secrets }) => secrets)).toEqual([[first], [second]])
  })

  test('several markers stand for neighbouring secrets in order', () => {
    const shown = createScrubber().scrub(original).text
    expect(guardOf(original).expandMarkers('/w/settings', shown)).toEqual([
      { text: original, secrets: [first, second] },
    ])
  })

  test('fits nowhere in another context or another file', () => {
    const guard = guardOf(original)
    expect(guard.expandMarkers('/w/settings', `user = ${redactionMarker}`)).toEqual([])
    expect(guard.expandMarkers('/w/other', `token = ${redactionMarker}`)).toEqual([])
  })

  test('is found whichever page of the file was read last', () => {
    const guard = guardOf(original)
    guard.remember('/w/settings', 'key = hidden', [{ rule: 'x', start: 6, end: 12 }])
    expect(guard.expandMarkers('/w/settings', `one\ntoken = ${redactionMarker}`)).toHaveLength(1)
    expect(guard.expandMarkers('/w/settings', `key = ${redactionMarker}`)).toEqual([
      { text: 'key = hidden', secrets: ['hidden'] },
    ])
  })
})

describe('new text', () => {
  test('with a marker is refused for a file whose secrets were shown as markers', () => {
    const guard = guardOf(original)
    expect(guard.containsForeignMarker('/w/settings', `token = ${redactionMarker}`)).toBe(true)
    expect(guard.containsForeignMarker('/w/settings', 'token = new')).toBe(false)
    expect(guard.containsForeignMarker('/w/readme', `secrets look like ${redactionMarker}`)).toBe(false)
    guard.forget('/w/settings')
    expect(guard.containsForeignMarker('/w/settings', redactionMarker)).toBe(false)
  })

  test('of an edit gets its secrets back marker for marker, or not at all', () => {
    expect(restoreMarkers(`a ${redactionMarker} c`, ['b'])).toBe('a b c')
    expect(restoreMarkers('no marker', [])).toBe('no marker')
    expect(restoreMarkers('no marker', ['b'])).toBeUndefined()
    expect(restoreMarkers(`${redactionMarker}${redactionMarker}`, ['b'])).toBeUndefined()
  })
})
