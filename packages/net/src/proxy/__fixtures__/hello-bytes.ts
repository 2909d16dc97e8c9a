export interface HelloParts {
  readonly serverName?: string | undefined
  /** Further extensions: number and content. */
  readonly extensions?: readonly (readonly [type: number, content: Uint8Array])[]
  /** Sizes of the records that the message is spread over; the last one repeats. */
  readonly recordSizes?: readonly number[]
  readonly sessionId?: Uint8Array
}

/** What a TLS client sends first. */
export function helloBytes(parts: HelloParts = {}): Buffer {
  const { serverName, extensions = [], recordSizes = [2 ** 14], sessionId = Buffer.alloc(32, 7) } = parts
  const named = serverName === undefined ? [] : [[0, serverNameContent(serverName)] as const]
  const listed = [...named, ...extensions].map(([type, content]) => Buffer.concat([number(type, 2), vector(content, 2)]))
  const message = Buffer.concat([
    number(0x0303, 2),
    Buffer.alloc(32, 1),
    vector(sessionId, 1),
    vector(Buffer.from([0x13, 0x01, 0x13, 0x02]), 2),
    vector(Buffer.from([0]), 1),
    vector(Buffer.concat(listed), 2),
  ])
  return records(Buffer.concat([Buffer.from([1]), number(message.length, 3), message]), recordSizes)
}

export function serverNameContent(name: string): Buffer {
  return vector(Buffer.concat([Buffer.from([0]), vector(Buffer.from(name, 'latin1'), 2)]), 2)
}

export function record(type: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([type, 3, 1]), vector(content, 2)])
}

function records(message: Buffer, sizes: readonly number[]): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < message.length; ) {
    const size = sizes[parts.length] ?? sizes.at(-1) ?? message.length
    parts.push(record(22, message.subarray(at, at + size)))
    at += size
  }
  return Buffer.concat(parts)
}

function vector(content: Uint8Array, width: number): Buffer {
  return Buffer.concat([number(content.length, width), content])
}

function number(value: number, width: number): Buffer {
  const bytes = Buffer.alloc(width)
  bytes.writeUIntBE(value, 0, width)
  return bytes
}
