import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attachment } from './content-disposition.ts'

const nameIn = (header: string) => decodeURIComponent(header.split("filename*=UTF-8''")[1] ?? '')

test.each([
  ['a line break', 'a\r\nSet-Cookie: x=1', 'a_Set-Cookie_x=1'],
  ['quotes', 'a"; filename="b.html', 'a_;_filename=_b.html'],
  ['a path', '../../etc/passwd', '__.._etc_passwd'],
  ['a path of another system', '..\\..\\x', '__.._x'],
  ['a text that turns around', 'cod\u202Egpj.exe', 'cod_gpj.exe'],
  ['half of a character', 'a\uD800b', 'a_b'],
  ['no name', '', 'download'],
  ['letters of all scripts', 'Prüfung‑試験.txt', 'Prüfung‑試験.txt'],
])('a file name with %s stays a name', (_, name, expected) => {
  expect(nameIn(attachment(name))).toBe(expected)
})

test('a header with whatever name is one line of plain characters, which names no folder', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const header = attachment(name)
      expect(header).toMatch(/^attachment; filename="download"; filename\*=UTF-8''[\w.~%-]+$/)
      expect(nameIn(header)).not.toMatch(/[/\\\r\n"]|^\./)
    }),
  )
})
