/** A `Content-Type` value, taken apart. */
export interface MediaType {
  /** Lower case, such as `text/html`; empty if the header is missing or malformed. */
  readonly essence: string
  readonly charset: string | undefined
}

export function parseMediaType(contentType: string | null): MediaType {
  const [type = '', ...parameters] = (contentType ?? '').split(';')
  const essence = type.trim().toLowerCase()
  const named = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1])
  return {
    essence: /^[\w.+-]+\/[\w.+-]+$/.test(essence) ? essence : '',
    charset: named.find((label) => label !== undefined)?.toLowerCase(),
  }
}
