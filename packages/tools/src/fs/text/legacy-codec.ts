import { createMultibyteDecoder, createMultibyteEncoder } from '@exodus/bytes/multi-byte.js'
import { createSinglebyteDecoder, createSinglebyteEncoder } from '@exodus/bytes/single-byte.js'
import { isMultiByte, type LegacyEncoding, type TextCodec } from './text-codec.ts'

const codecs = new Map<LegacyEncoding, TextCodec>()

/** Returns the codec of an encoding other than UTF-8 and UTF-16. Loaded with the first such file. */
export function legacyCodec(encoding: LegacyEncoding): TextCodec {
  const codec = codecs.get(encoding) ?? (isMultiByte(encoding) ? multiByteCodec(encoding) : singleByteCodec(encoding))
  codecs.set(encoding, codec)
  return codec
}

function singleByteCodec(encoding: LegacyEncoding): TextCodec {
  const loose = createSinglebyteDecoder(encoding, true)
  const strict = createSinglebyteDecoder(encoding)
  const encode = createSinglebyteEncoder(encoding, { mode: 'fatal' })
  return {
    encoding,
    unitBytes: 1,
    findsBytes: true,
    editable: true,
    decode: loose,
    decodeClean: orUndefined(strict),
    encode: orUndefined(encode),
    stream: () => (chunk) => Buffer.from(loose(chunk), 'utf8'),
  }
}

function multiByteCodec(encoding: LegacyEncoding): TextCodec {
  const write = createMultibyteEncoder(encoding, { mode: 'fatal' })
  // The standard writes some characters as others that it reads back: such a text cannot be represented.
  const encode = (text: string) => {
    const bytes = write(text)
    return createMultibyteDecoder(encoding)(bytes) === text ? bytes : undefined
  }
  return {
    encoding,
    unitBytes: 1,
    findsBytes: false,
    // Its characters depend on escape sequences before them.
    editable: encoding !== 'iso-2022-jp',
    decode: (bytes) => createMultibyteDecoder(encoding, true)(bytes),
    decodeClean: orUndefined((bytes) => createMultibyteDecoder(encoding)(bytes)),
    encode: orUndefined(encode),
    stream: () => {
      const decode = createMultibyteDecoder(encoding, true)
      return (chunk) => Buffer.from(decode(chunk, true), 'utf8')
    },
  }
}

function orUndefined<Input, Output>(convert: (input: Input) => Output): (input: Input) => Output | undefined {
  return (input) => {
    try {
      return convert(input)
    } catch {
      return undefined
    }
  }
}
