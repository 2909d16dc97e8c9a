import { type HttpServer, openHttpServer } from '@drawbridge/net/server'
import { LoginError } from '../protocol/login-error.ts'

/** The place on this machine that the browser comes back to. */
export interface AnswerListener extends AsyncDisposable {
  readonly redirectUrl: string
  /**
   * Waits for the answer that `take` accepts. An answer of another login is refused, and changes nothing.
   * @param server Named on the page that the browser shows.
   * @throws LoginError `no_answer` if the signal ends the wait, and whatever else `take` throws
   */
  wait<Result>(server: string, take: (address: URL) => Promise<Result>, signal: AbortSignal): Promise<Result>
}

/**
 * Listens on 127.0.0.1 for one answer.
 * @param port Tried first if it is given; a fixed one must be free.
 */
export async function listenForAnswer(port: number | undefined, isFixed: boolean): Promise<AnswerListener> {
  let answer: (address: URL) => Promise<Response> = async () => page(404, 'No login is under way.')
  const open = (wanted: number) =>
    openHttpServer({
      port: wanted,
      limits: { connections: 32 },
      fetch: async (request) => {
        const address = new URL(request.url)
        const isOurs = request.method === 'GET' && address.pathname === '/callback'
        // A page that reaches us by a name of its own is not the browser that was sent back.
        if (!isOurs || request.headers.get('host') !== `127.0.0.1:${server.port}`) return page(404, 'Nothing is here.')
        return answer(address)
      },
    })
  const server: HttpServer = await open(port ?? 0).catch((error: unknown) => {
    if (isFixed || port === undefined)
      throw new LoginError('no_answer', `Port ${port ?? 'of any number'} on 127.0.0.1 cannot be opened.`, {
        cause: error,
      })
    return open(0)
  })
  return {
    redirectUrl: `${server.url}/callback`,
    wait: <Result>(name: string, take: (address: URL) => Promise<Result>, signal: AbortSignal) => {
      const done = Promise.withResolvers<Result>()
      const end = () =>
        done.reject(new LoginError('no_answer', 'The browser did not come back: the login was given up.'))
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
      answer = async (address) => {
        try {
          const result = await take(address)
          done.resolve(result)
          return page(200, `Drawbridge is logged in to the MCP server "${name}". You can close this page.`)
        } catch (error) {
          const isStray = LoginError.isInstance(error) && error.code === 'stray_answer'
          if (!isStray) done.reject(error)
          return page(400, `The login to the MCP server "${name}" failed. The terminal says why.`)
        }
      }
      return done.promise.finally(() => signal.removeEventListener('abort', end))
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
}

function page(status: number, text: string): Response {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  }
  return new Response(`${text}\n`, { status, headers })
}
