import { describe, expect, it } from 'vitest'
import { measureJson, parseJson, stableStringify } from './index.ts'

describe('parseJson', () => {
  it('says where a text goes deeper than it reads, without handing it to the engine', () => {
    const deep = (levels: number) => `["]", ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}]`
    expect(parseJson(deep(2_000))).toMatchObject({ ok: true })
    expect(parseJson(deep(2_001))).toMatchObject({ ok: false, offset: 2_005, truncated: false })
    expect(parseJson('['.repeat(1_000_000))).toMatchObject({
      ok: false,
      message: expect.stringContaining('at most 2000'),
    })
  })

  it('leaves out keys that reach a prototype, on every level and however they are escaped, and reports where', () => {
    const parsed = parseJson(
      '{"__proto__":{"admin":true},"a":[{"\\u005f_proto__":1,"b":2}],"c":{"constructor":{"prototype":{"x":1}}}}',
    )
    expect(parsed).toEqual({
      ok: true,
      value: { a: [{ b: 2 }], c: {} },
      dropped: ['/__proto__', '/a/0/__proto__', '/c/constructor'],
    })
    expect(({} as Record<string, unknown>).admin).toBeUndefined()
  })

  it('keeps an ordinary member called constructor or prototype, and text that merely mentions them', () => {
    const text = '{"constructor":"Ferrari","prototype":{"a":1},"note":"__proto__ is a key"}'
    expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text), dropped: [] })
  })

  it.each([
    ['{"path": "a.txt", "content": "half a li', 'the closing quote of a string'],
    ['{"path"', 'a colon'],
    ['{"edits": [{"old": "a"}', 'a comma or ]'],
    ['{"n": -', 'a digit'],
    ['{"ok": tru', 'true'],
    ['"a\\u00', 'a valid escape'],
    ['', 'a value'],
  ])('says that %j was cut off and what was missing', (text, missing) => {
    expect(parseJson(text)).toMatchObject({
      ok: false,
      truncated: true,
      message: `${missing} was expected at offset ${text.length}, but the text ends`,
    })
  })

  it.each([
    ["{'a': 1}", 1, 'a key or } was expected at offset 1, but there is "\'"'],
    ['{"a": 1,}', 8, 'a key was expected at offset 8, but there is "}"'],
    ['[1 2]', 3, 'a comma or ] was expected at offset 3, but there is "2"'],
    ['{"a": 01}', 7, 'a comma or } was expected at offset 7, but there is "1"'],
    ['{} trailing', 3, 'the end was expected at offset 3, but there is "t"'],
  ])('points at the fault in %j', (text, offset, message) => {
    expect(parseJson(text)).toEqual({ ok: false, truncated: false, offset, message })
  })
})

describe('measureJson', () => {
  it('counts members on all levels but not array items', () => {
    expect(measureJson({ a: [1, 2, { b: 1 }], c: { d: null } })).toEqual({
      parameters: 4,
      depth: 3,
      bytes: '{"a":[1,2,{"b":1}],"c":{"d":null}}'.length,
    })
  })
})

describe('stableStringify', () => {
  it('sorts keys by code unit, as RFC 8785 does, also those that look like numbers', () => {
    expect(stableStringify({ b: 1, 10: 2, 9: 3, a: undefined })).toBe('{"10":2,"9":3,"b":1}')
  })

  it('keeps an own __proto__ key apart from its absence', () => {
    expect(stableStringify(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}')
  })
})
