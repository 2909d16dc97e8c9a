import { describe, expect, it } from 'vitest'
import type { Gateway, PageSource } from '../../server/gateway.ts'
import { answerPage } from './answer-page.ts'

const page: PageSource = {
  find: async (pathname) => {
    const isDocument = !pathname.includes('.')
    const headers = { 'content-type': isDocument ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8' }
    return pathname === '/assets/gone.js' ? undefined : { body: new Uint8Array([33]), headers, isDocument }
  },
}
const gateway = { page, isSecure: false, build: 'test' } as unknown as Gateway
const ask = (path: string, accept = 'text/html', method = 'GET') =>
  answerPage(new Request(`http://127.0.0.1${path}`, { method, headers: { accept } }), gateway)

describe('the page of the gateway', () => {
  it('is answered at every address of its own, to browsers', async () => {
    expect((await ask('/inbox/apr_1'))?.headers.get('content-type')).toContain('text/html')
    expect((await ask('/assets/a.js', '*/*'))?.headers.get('content-type')).toContain('text/javascript')
  })

  it('takes no request from the API, from another protocol, or that changes something', async () => {
    expect(await ask('/v1/nothing')).toBeUndefined()
    expect(await ask('/mcp', 'application/json, text/event-stream')).toBeUndefined()
    expect(await ask('/inbox', 'text/html', 'POST')).toBeUndefined()
    expect(await ask('/assets/gone.js', '*/*')).toBeUndefined()
  })

  it('says so if there is no page', async () => {
    const response = await answerPage(new Request('http://127.0.0.1/'), { ...gateway, page: undefined })
    expect(await response?.text()).toContain('The dashboard is not built')
  })
})
