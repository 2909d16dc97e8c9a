import type { Gateway } from '../../server/gateway.ts'
import { pageHeaders } from '../../server/security-headers.ts'
import { isReady } from './is-ready.ts'

/** Answers what is not part of the API: the page, and whether the server lives. */
export async function answerPage(request: Request, gateway: Gateway): Promise<Response | undefined> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const { pathname } = new URL(request.url)
  if (pathname === '/healthz') return Response.json({ status: 'ok' })
  if (pathname === '/readyz') return (await isReady(gateway)) ? Response.json({ status: 'ok' }) : notReady()
  if (pathname.startsWith('/v1/')) return undefined
  const file = await gateway.page?.find(pathname, request.headers.get('accept-encoding') ?? '')
  // The page has addresses of its own. Programs that ask for one of them want something else.
  const isWanted = file?.isDocument === false || request.headers.get('accept')?.includes('text/html') === true
  if (file !== undefined && isWanted) return new Response(file.body, { headers: file.headers })
  return pathname === '/' ? placeholder(gateway) : undefined
}

function notReady(): Response {
  return Response.json({ status: 'unavailable' }, { status: 503, headers: { 'retry-after': '1' } })
}

function placeholder({ isSecure, build }: Gateway): Response {
  const { headers, nonce } = pageHeaders(isSecure)
  const text = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Drawbridge</title>
<style nonce="${nonce}">body{font:16px/1.5 system-ui;margin:3rem auto;max-width:40rem;padding:0 1rem}</style>
<h1>Drawbridge</h1>
<p>The gateway runs (${build.replaceAll(/[^\w.+-]/g, '')}). The dashboard is not built; the API is described at <code>/v1/openapi.json</code>.</p>
</html>
`
  return new Response(text, { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } })
}
