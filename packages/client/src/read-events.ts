/** One event of a stream. */
export interface StreamEvent {
  /** The place behind which a later stream goes on. */
  readonly id: string | undefined
  /** The name of the event; `message` if it has none. */
  readonly event: string
  /** JSON, read; the text itself if it is not JSON. */
  readonly data: unknown
}

/** Reads server-sent events as their standard says. Comments, which keep the connection open, are left out. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let rest = ''
  let fields = emptyFields
  const decoder = new TextDecoderStream()
  const texts = stream.pipeThrough(decoder as ReadableWritablePair<string, Uint8Array>)
  for await (const text of texts) {
    // A line break may come in two pieces.
    const lines = `${rest}${text}`.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line !== '') fields = withLine(fields, line)
      else {
        if (fields.data.length > 0) yield eventOf(fields)
        fields = { ...emptyFields, id: fields.id }
      }
    }
  }
}

interface Fields {
  readonly id: string | undefined
  readonly event: string
  readonly data: readonly string[]
}

const emptyFields: Fields = { id: undefined, event: 'message', data: [] }

function withLine(fields: Fields, line: string): Fields {
  const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
  switch (name) {
    case 'id':
      return { ...fields, id: value }
    case 'event':
      return { ...fields, event: value }
    case 'data':
      return { ...fields, data: [...fields.data, value] }
    default:
      return fields
  }
}

function eventOf({ id, event, data }: Fields): StreamEvent {
  const text = data.join('\n')
  try {
    return { id, event, data: JSON.parse(text) }
  } catch {
    return { id, event, data: text }
  }
}
