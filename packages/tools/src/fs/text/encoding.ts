/** The encodings that file tools read and write back unchanged. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin-1'

/** How a file's text is stored: the encoding and the length of its byte order mark. */
export interface TextFormat {
  readonly encoding: TextEncoding
  /** 0 where there is none. */
  readonly bomBytes: number
}

/** Bytes of one code unit; a line feed takes as many. */
export function unitBytes(encoding: TextEncoding): 1 | 2 {
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1
}
