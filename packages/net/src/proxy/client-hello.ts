/** The first message of a TLS client, or the kind of other data. */
export type ClientHello =
  | {
      readonly status: 'read'
      /** The host that it asks for. Absent if it names none. */
      readonly serverName?: string
      /** True if it contains a second, encrypted hello, which may name another host. */
      readonly hasEncrypted: boolean
      /** True if data may follow before the server has answered. */
      readonly hasEarlyData: boolean
      /** Bytes of records that it took. */
      readonly length: number
    }
  | { readonly status: 'incomplete' }
  | { readonly status: 'malformed'; readonly problem: string }

const handshakeRecord = 22
const clientHello = 1
const headerLength = 5
const maxRecord = 2 ** 14
/** Several times what post-quantum keys and tickets need. */
const maxHello = 2 ** 14
/** A client that cuts its hello into more is up to something, if only to have it put together again and again. */
const maxRecords = 32
const extension = { serverName: 0, earlyData: 42, encryptedHello: 0xfe0d } as const

type Content = Omit<Extract<ClientHello, { status: 'read' }>, 'status' | 'length'>

/** Thrown and caught in this file only: the message ends before it should, or has more than it should. */
class Malformed extends Error {}

/** Reads a hello at the beginning of a client's bytes (RFC 8446, 4.1.2 and 5.1), spread over any number of records. Pure. */
export function readClientHello(bytes: Uint8Array): ClientHello {
  try {
    const gathered = gatherHello(bytes)
    if (gathered === undefined) return { status: 'incomplete' }
    return { status: 'read', length: gathered.length, ...readMessage(gathered.message) }
  } catch (error) {
    if (error instanceof Malformed) return { status: 'malformed', problem: error.message }
    throw error
  }
}

/** The handshake message without the headers of its records, as soon as all of it is there. */
function gatherHello(bytes: Uint8Array): { readonly message: Uint8Array; readonly length: number } | undefined {
  const parts: Uint8Array[] = []
  let wanted: number | undefined
  for (let at = 0, gathered = 0; ; ) {
    const [type, major, , high = 0, low = 0] = bytes.subarray(at, at + headerLength)
    if (type !== undefined && type !== handshakeRecord) throw new Malformed('it is not a handshake')
    if (major !== undefined && major !== 3) throw new Malformed('its records are not TLS')
    if (bytes.length < at + headerLength) return undefined
    const size = high * 256 + low
    if (size === 0 || size > maxRecord) throw new Malformed(`a record has ${size} bytes`)
    if (parts.length === maxRecords) throw new Malformed(`it has more than ${maxRecords} records`)
    parts.push(bytes.subarray(at + headerLength, at + headerLength + size))
    at += headerLength + size
    gathered += size
    wanted ??= lengthOf(parts)
    if (wanted !== undefined && gathered > wanted) throw new Malformed('something follows it in the same record')
    if (at > bytes.length) return undefined
    if (gathered === wanted) return { message: Buffer.concat(parts).subarray(4), length: at }
  }
}

/** Returns the length of the message with its header; undefined until the header is complete. */
function lengthOf(parts: readonly Uint8Array[]): number | undefined {
  const header = Buffer.concat(parts.map((part) => part.subarray(0, 4))).subarray(0, 4)
  if (header.length > 0 && header[0] !== clientHello) throw new Malformed('it is not a hello')
  if (header.length < 4) return undefined
  const length = 4 + header.readUIntBE(1, 3)
  if (length > maxHello) throw new Malformed(`it has ${length} bytes`)
  return length
}

function readMessage(message: Uint8Array): Content {
  const reader = createReader(message)
  reader.take(2 + 32)
  reader.vector(1)
  reader.vector(2)
  reader.vector(1)
  if (reader.isDone()) return { hasEncrypted: false, hasEarlyData: false }
  const extensions = createReader(reader.vector(2))
  reader.end()
  const found = new Map<number, Uint8Array>()
  while (!extensions.isDone()) {
    const type = extensions.number(2)
    if (found.has(type)) throw new Malformed(`extension ${type} occurs twice`)
    found.set(type, extensions.vector(2))
  }
  const named = found.get(extension.serverName)
  return {
    hasEncrypted: found.has(extension.encryptedHello),
    hasEarlyData: found.has(extension.earlyData),
    ...(named !== undefined && { serverName: readServerName(named) }),
  }
}

/** The one name of the one kind that there is (RFC 6066, 3). */
function readServerName(content: Uint8Array): string {
  const reader = createReader(content)
  const list = createReader(reader.vector(2))
  reader.end()
  if (list.number(1) !== 0) throw new Malformed('the kind of its server name is unknown')
  const name = Buffer.from(list.vector(2)).toString('latin1')
  list.end()
  if (!/^[!-~]{1,255}$/.test(name)) throw new Malformed('its server name is not a host')
  return name
}

function createReader(bytes: Uint8Array) {
  let at = 0
  const take = (count: number): Uint8Array => {
    if (at + count > bytes.length) throw new Malformed('a length in it exceeds its size')
    at += count
    return bytes.subarray(at - count, at)
  }
  const number = (width: number): number => take(width).reduce((value, byte) => value * 256 + byte, 0)
  return {
    take,
    number,
    /** Bytes with their length before them. */
    vector: (width: number): Uint8Array => take(number(width)),
    isDone: (): boolean => at === bytes.length,
    end: (): void => {
      if (at !== bytes.length) throw new Malformed('it contains extra data')
    },
  }
}
