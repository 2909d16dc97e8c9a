import type { TestAnswer } from './open-test-gateway.ts'

/** Returns what sends requests as a caller, each on a connection of its own. @param caller The headers that say who it is. */
export function sendWith(url: string, caller: Readonly<Record<string, string>>) {
  return async (
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TestAnswer> => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        connection: 'close',
        ...caller,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: text === '' ? undefined : JSON.parse(text),
    }
  }
}
