/** A field of a form that a JSON Schema describes. */
export interface FormEntry {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly description?: string
}

/** Returns the fields of an object's schema; none for any other schema. */
export function fieldsOf(schema: unknown): readonly FormEntry[] {
  const { properties, required } = recordOf(schema)
  const needed = Array.isArray(required) ? required : []
  return Object.entries(recordOf(properties)).map(([name, own]) => {
    const { type, description } = recordOf(own)
    return {
      name,
      type: typeof type === 'string' ? type : 'json',
      isRequired: needed.includes(name),
      ...(typeof description === 'string' ? { description } : {}),
    }
  })
}

/** Returns the value that a typed text means for a type. Text that is not JSON stays text: the server says what is wrong with it. */
export function valueFrom(text: string, type: string): unknown {
  if (type === 'string') return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
