/** The encodings of the encoding standard other than UTF-8 and UTF-16, by their names there. */
export const legacyEncodings = [
  'ibm866',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'x-mac-cyrillic',
  'gbk',
  'gb18030',
  'big5',
  'euc-jp',
  'iso-2022-jp',
  'shift_jis',
  'euc-kr',
] as const

export type LegacyEncoding = (typeof legacyEncodings)[number]

/** Encodings with characters of more than one byte. No byte of such a character is a line feed. */
export type MultiByteEncoding = Extract<
  LegacyEncoding,
  'gbk' | 'gb18030' | 'big5' | 'euc-jp' | 'iso-2022-jp' | 'shift_jis' | 'euc-kr'
>

const multiByte: ReadonlySet<string> = new Set<MultiByteEncoding>([
  'gbk',
  'gb18030',
  'big5',
  'euc-jp',
  'iso-2022-jp',
  'shift_jis',
  'euc-kr',
])

export function isMultiByte(encoding: LegacyEncoding): encoding is MultiByteEncoding {
  return multiByte.has(encoding)
}

/** Returns the number of bytes of the character that begins at a byte. Only `iso-2022-jp` has states, and one byte for each here. */
export function characterBytes(bytes: Uint8Array, at: number, encoding: LegacyEncoding): number {
  const lead = bytes[at] ?? 0
  if (lead < 0x80 || !isMultiByte(encoding)) return 1
  switch (encoding) {
    case 'shift_jis':
      return (lead > 0x80 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xfc) ? 2 : 1
    case 'euc-jp':
      if (lead === 0x8f) return 3
      return lead === 0x8e || (lead >= 0xa1 && lead <= 0xfe) ? 2 : 1
    case 'big5':
    case 'euc-kr':
      return lead > 0x80 && lead <= 0xfe ? 2 : 1
    case 'gbk':
    case 'gb18030': {
      if (lead === 0x80 || lead === 0xff) return 1
      const next = bytes[at + 1] ?? 0
      return next >= 0x30 && next <= 0x39 ? 4 : 2
    }
    case 'iso-2022-jp':
      return 1
    default:
      return encoding satisfies never
  }
}
