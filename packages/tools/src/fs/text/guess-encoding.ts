import { analyse } from 'chardet'
import { legacyCodec } from './legacy-codec.ts'
import { isMultiByte, type LegacyEncoding, legacyEncodings, type MultiByteEncoding } from './text-codec.ts'

/** Bytes looked at: enough to tell, few enough to decode some twenty times. */
const mostBytes = 2 * 1024

/** The encodings that are guessed, the likeliest first: at equal points the first one counts. */
const candidates: readonly LegacyEncoding[] = [
  'windows-1252',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-jp',
  'euc-kr',
  'windows-1251',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'iso-8859-5',
  'windows-1255',
  'iso-8859-8',
  'windows-1253',
  'iso-8859-7',
  'windows-1256',
  'iso-8859-6',
  'windows-874',
  'windows-1250',
  'iso-8859-2',
  'windows-1254',
  'windows-1257',
]

/** Characters that are frequent in each language, by which encodings with the same bytes are told apart. */
const frequent = {
  shift_jis: '日本一人大年時分出国会上中生前名文字設定読込書変更数値化表示追加削除使用必要場合',
  'euc-jp': '日本一人大年時分出国会上中生前名文字設定読込書変更数値化表示追加削除使用必要場合',
  gb18030:
    '的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文开手十用主行方又如前所本见经头面公同三已老从动两长知世界读取配置件字符串数据返回值函数错误',
  big5: '的一是不了在人有我他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文開手十用主行方又如前所本見經頭面公同三已老從動兩長知世界讀取設定檔案字串資料傳回值錯誤',
  'euc-kr':
    '이다는을의에가고를한로지하은과도기사인리그자아시으대정일스라해서어나여니수보제부전들만장주원상구만화세녕안습파읽설글문요것',
} as const satisfies Record<Exclude<MultiByteEncoding, 'iso-2022-jp' | 'gbk'>, string>

const charactersOf = new Map(Object.entries(frequent).map(([encoding, text]) => [encoding, new Set(text)] as const))

/**
 * Guesses the encoding of text that is neither ASCII nor UTF-8, by how much of it reads like words. `windows-1252`, in which every
 * byte is a character, where nothing else reads better.
 */
export function guessEncoding(bytes: Uint8Array): LegacyEncoding {
  const sample = wholeLines(sampleOf(bytes))
  let best: { readonly encoding: LegacyEncoding; readonly points: number } | undefined
  for (const encoding of candidates) {
    const text = legacyCodec(encoding).decodeClean(sample)
    if (text === undefined) continue
    const points = pointsOf(text, encoding)
    if (best === undefined || points > best.points) best = { encoding, points }
  }
  const encoding = best?.encoding ?? 'windows-1252'
  return encoding === 'windows-1252' || encoding === 'windows-1250' ? latinByStatistics(sample, encoding) : encoding
}

/** The part from the first byte above ASCII on. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte > 0x7f)
  const start = bytes.lastIndexOf(0x0a, Math.max(0, first)) + 1
  return bytes.subarray(start, start + mostBytes)
}

/** Without a last line that may be cut inside a character. */
function wholeLines(sample: Uint8Array): Uint8Array {
  const end = sample.lastIndexOf(0x0a)
  return sample.length < mostBytes || end < 0 ? sample : sample.subarray(0, end + 1)
}

/** Tells languages with Latin letters apart by the frequency of sequences of three letters. */
function latinByStatistics(sample: Uint8Array, fallback: LegacyEncoding): LegacyEncoding {
  const matches = analyse(sample)
  const confidence = (name: string) => matches.find((match) => match.name.toLowerCase() === name)?.confidence ?? 0
  const western = Math.max(confidence('windows-1252'), confidence('iso-8859-1'))
  const [best] = matches
  const name = best?.name.toLowerCase().replace('iso-8859-9', 'windows-1254') ?? ''
  const isClear = (best?.confidence ?? 0) >= 30 && (best?.confidence ?? 0) >= western + 5
  const other = ['windows-1250', 'iso-8859-2', 'windows-1254', 'windows-1257'].find((each) => each === name)
  return isClear && other !== undefined ? (legacyEncodings.find((each) => each === other) ?? fallback) : fallback
}

function pointsOf(text: string, encoding: LegacyEncoding): number {
  const characters = [...text]
  let points = 0
  for (const [index, character] of characters.entries()) {
    if (character < '\u0080') continue
    const [past = ' ', before = ' '] = [characters[index - 2], characters[index - 1]]
    const neighbours = { past, before, after: characters[index + 1] ?? ' ' }
    points += isMultiByte(encoding)
      ? 2 * eastAsianPoints(character, neighbours, encoding)
      : alphabetPoints(character, neighbours)
  }
  return points
}

interface Neighbours {
  /** Two characters before. */
  readonly past: string
  readonly before: string
  readonly after: string
}

function eastAsianPoints(character: string, { before, after }: Neighbours, encoding: MultiByteEncoding): number {
  if (/[\p{Co}\p{Cn}\p{Cc}]/u.test(character)) return -3
  if (/[A-Za-z]/.test(before) && /[A-Za-z]/.test(after)) return -1
  const isOften = charactersOf.get(encoding)?.has(character) === true
  const isJapanese = encoding === 'shift_jis' || encoding === 'euc-jp'
  if (/[\u3040-\u30ff]/.test(character)) return isJapanese ? 1.5 : -0.5
  if (/[\uff61-\uff9f]/.test(character)) return /[\uff61-\uff9f]/.test(before + after) ? 0.1 : -1
  if (/\p{Script=Hangul}/u.test(character)) return isOften ? 1 : 0.5
  if (/\p{Script=Han}/u.test(character)) return isOften ? 1 : hanPoints(character, encoding)
  return /[\u3000-\u303f\uff01-\uff5e\u2014\u2018-\u201d\u2026\u00b7]/.test(character) ? 0.5 : -0.3
}

/** The lead bytes of the characters that each encoding puts first, as the commoner ones. */
const commonLeads = {
  shift_jis: [0x88, 0x97],
  'euc-jp': [0xb0, 0xcf],
  gbk: [0xb0, 0xd7],
  gb18030: [0xb0, 0xd7],
  big5: [0xa4, 0xc6],
  'euc-kr': [0, 0],
  'iso-2022-jp': [0, 0],
} as const satisfies Record<MultiByteEncoding, readonly [number, number]>

function hanPoints(character: string, encoding: MultiByteEncoding): number {
  if (encoding === 'euc-kr') return -0.5
  const [lead = 0] = legacyCodec(encoding).encode(character) ?? []
  const [first, last] = commonLeads[encoding]
  return lead >= first && lead <= last ? 0.65 : 0
}

interface Alphabet {
  readonly letters: RegExp
  /** The letters that make up most of a text. */
  readonly frequent: RegExp
}

const alphabets: readonly Alphabet[] = [
  { letters: /\p{Script=Cyrillic}/u, frequent: /[оеаинтсрвлкмпуіОЕАИНТСРВЛКМПУІ]/ },
  { letters: /\p{Script=Greek}/u, frequent: /[αοιετσνηςρπκμάόίέ]/ },
  { letters: /\p{Script=Hebrew}/u, frequent: /[יוהלאמרתבשכעןםדנזט]/ },
  { letters: /\p{Script=Arabic}/u, frequent: /[المينوتربعهدة]/ },
  { letters: /\p{Script=Thai}/u, frequent: /[านรอกเงคมลยท]/ },
]

/** The Thai marks that follow a consonant or another mark. */
const thaiMark = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/
const thaiBase = /[\u0e01-\u0e2e\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/

function alphabetPoints(character: string, { past, before, after }: Neighbours): number {
  if (/[\p{Cc}\p{Co}\p{Cn}]/u.test(character)) return -3
  const isInWord = /\p{L}/u.test(before) && /\p{L}/u.test(after)
  if (/\p{Script=Latin}/u.test(character)) return latinPoints(character, { past, before, after })
  const alphabet = alphabets.find(({ letters }) => letters.test(character))
  if (alphabet === undefined)
    return isInWord && !/[\u2019\u00b7\u00ad\u2013]/.test(character) ? -1.5 : symbolPoints(character)
  if (/[A-Za-z]/.test(before + after)) return -2
  if (thaiMark.test(character) && !thaiBase.test(before)) return -2
  const isBesideIts = alphabet.letters.test(before) || alphabet.letters.test(after)
  const often = alphabet.frequent.test(character) ? 0.2 : -0.4
  return (isBesideIts ? 1 : -0.5) + often + casePoints(character, before, past)
}

function latinPoints(character: string, { past, before, after }: Neighbours): number {
  const isBesideAscii = /[A-Za-z]/.test(before) || /[A-Za-z]/.test(after)
  const isInForeignRun = /[^\p{ASCII}]/u.test(before) && /[^\p{ASCII}]/u.test(after)
  if (/[ªº]/.test(character)) return /\d/.test(before) ? 0.5 : -1
  return (isBesideAscii ? 1 : isInForeignRun ? -1 : 0) + casePoints(character, before, past)
}

/** A capital right after a small letter, or the reverse after two: what one alphabet has as capitals another has as small letters. */
function casePoints(character: string, before: string, past: string): number {
  if (/\p{Ll}/u.test(character) && /\p{Lu}/u.test(before) && /\p{Lu}/u.test(past)) return -1
  if (!/\p{Lu}/u.test(character)) return 0
  return /\p{Ll}/u.test(before) ? -1.5 : /\p{Lu}/u.test(before) ? -0.2 : 0
}

function symbolPoints(character: string): number {
  return /[“”„‘’–—…€£©®°«»§¿¡±×²³µ·№\u00a0]/.test(character) ? 0.5 : -0.5
}
