import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText, madeUp } from './__fixtures__/texts.ts'
import { createScrubber } from './create-scrubber.ts'
import { redactionMarker } from './redaction.ts'
import { scrubSteps } from './scrub-value.ts'

const scrubber = createScrubber()
const token = madeUp('ghp_', 36)

describe('structured data', () => {
  test('strings lose their secrets wherever they stand, the shape is kept', () => {
    const { value, counts } = scrubber.scrubValue({
      lines: ['ok', `use ${token}`],
      count: 2,
      none: null,
      deep: { flag: true },
    })
    expect(value).toEqual({ lines: ['ok', `use ${redactionMarker}`], count: 2, none: null, deep: { flag: true } })
    expect(counts['github-token']).toBe(1)
  })

  test('a harmless-looking text under a telling key goes', () => {
    const { value } = scrubber.scrubValue({
      password: 'sunshine',
      Authorization: 'Basic',
      nested: { clientSecret: 'abc' },
    })
    expect(value).toEqual({
      password: redactionMarker,
      Authorization: redactionMarker,
      nested: { clientSecret: redactionMarker },
    })
  })

  test('a value is judged together with its key', () => {
    const id = ['6fa459ea', 'ee8a', '3ca4', '894e', 'db77e160355e'].join('-')
    expect(scrubber.scrubValue({ heroku_key: id, request_id: id }).value).toEqual({
      heroku_key: redactionMarker,
      request_id: id,
    })
  })

  test('a word of a command line is judged together with the option before it', () => {
    const argv = ['mysql', '--user', 'app', '--password', ['Sn3ppy', 'w0rd'].join('-'), '--verbose', token]
    expect(scrubber.scrubValue(argv).value).toEqual([
      ...['mysql', '--user', 'app', '--password', redactionMarker, '--verbose', redactionMarker],
    ])
  })

  test('a schema that describes a password stays', () => {
    const schema = { properties: { password: { type: 'string', description: 'The password' } }, required: ['password'] }
    expect(scrubber.scrubValue(schema).value).toBe(schema)
  })

  test('a placeholder under a telling key stays, and so does a marker', () => {
    const data = { password: '<your password>', token: redactionMarker }
    expect(scrubber.scrubValue(data).value).toBe(data)
  })

  test('keys that are secrets go, and stay distinct', () => {
    const { value } = scrubber.scrubValue({ [token]: 1, [madeUp('ghp_', 36, 9)]: 2 })
    expect(value).toEqual({ [redactionMarker]: 1, [`${redactionMarker} 2`]: 2 })
  })

  test('__proto__ as a key is data', () => {
    const data: unknown = JSON.parse(`{"__proto__": {"polluted": "${token}"}}`)
    const { value } = scrubber.scrubValue(data)
    expect(JSON.stringify(value)).toBe(`{"__proto__":{"polluted":"${redactionMarker}"}}`)
    expect(Object.prototype).not.toHaveProperty('polluted')
  })

  test('what refers to itself or is nested without end is replaced, not followed', () => {
    const loop: Record<string, unknown> = { name: 'loop' }
    loop.self = loop
    expect(scrubber.scrubValue(loop).value).toEqual({ name: 'loop', self: redactionMarker })
    let deep: unknown = token
    for (let level = 0; level < 5_000; level++) deep = [deep]
    expect(JSON.stringify(scrubber.scrubValue(deep).value)).not.toContain(token)
  })

  test('any JSON without secrets comes back as the very same object', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (data) => {
        const { value } = createScrubber({ rules: [] }).scrubValue({ data })
        expect(value).toEqual({ data })
      }),
    )
  })
})

describe('the look at data before it is walked in steps', () => {
  const key = fc.oneof(fc.constantFrom('password', 'a', 'heroku_key', 'path', 'Authorization'), hostileText)
  // Each is a secret for one reason alone: its own key, the word before it, its key and text together, or a key that is one.
  const uuid = ['6fa459ea', 'ee8a', '3ca4', '894e', 'db77e160355e'].join('-')
  const justASecret = [
    { Authorization: 'Basic' },
    ['--token', madeUp('', 24)],
    { heroku_key: uuid },
    { [`key ${token}`]: 1 },
  ]
  const { data } = fc.letrec<{ data: unknown; text: string }>((tie) => ({
    text: fc.oneof(fc.constantFrom('', 'true', redactionMarker), hostileText),
    data: fc.oneof(
      { maxDepth: 3 },
      tie('text'),
      fc.constantFrom(null, 1, true, undefined, new Date(0)),
      fc.constantFrom(...justASecret),
      fc.array(tie('data'), { maxLength: 4 }),
      fc.dictionary(key, tie('data'), { maxKeys: 4 }),
    ),
  }))

  test('misses nothing that the steps remove', () => {
    fc.assert(
      fc.property(data, (value) => {
        const steps = scrubSteps(value, scrubber.scrub)
        let step = steps.next()
        while (step.done !== true) step = steps.next(scrubber.scrub(step.value))
        expect(scrubber.scrubValue(value)).toEqual(step.value)
      }),
    )
  })

  test('ends in data that contains itself', () => {
    const ring: Record<string, unknown> = { name: 'ring' }
    ring.self = [ring, ring]
    expect(scrubber.scrubValue(ring).value).toEqual({ name: 'ring', self: [redactionMarker, redactionMarker] })
  })
})
