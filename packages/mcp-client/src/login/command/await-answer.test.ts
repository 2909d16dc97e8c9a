import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { payloadsOf } from '../../testing/attack/read-attack.ts'
import { LoginError } from '../protocol/login-error.ts'
import { listenForAnswer } from './await-answer.ts'

const forever = new AbortController().signal

/** A request with a host of its own, which `fetch` does not allow. */
async function ask(address: string, host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  request(address, { headers: { host } }, (response) => resolve(response.statusCode ?? 0))
    .on('error', reject)
    .end()
  return promise
}

describe('the answer of a browser', () => {
  it('is taken on 127.0.0.1 alone, and the page says for which server it was', async () => {
    await using listener = await listenForAnswer(undefined, false)
    expect(listener.redirectUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    const waiting = listener.wait('tracker', async (address) => address.searchParams.get('code'), forever)
    const page = await (await fetch(`${listener.redirectUrl}?code=c1`)).text()
    expect(page).toContain('"tracker"')
    expect(await waiting).toBe('c1')
  })

  it('of another login changes nothing: the wait goes on', async () => {
    await using listener = await listenForAnswer(undefined, false)
    const take = async (address: URL) => {
      if (address.searchParams.get('state') !== 'ours') throw new LoginError('stray_answer', 'Not ours.')
      return 'done'
    }
    const waiting = listener.wait('tracker', take, forever)
    expect((await fetch(`${listener.redirectUrl}?state=theirs`)).status).toBe(400)
    await fetch(`${listener.redirectUrl}?state=ours`)
    expect(await waiting).toBe('done')
  })

  it('with an error ends the wait, and the page repeats none of it', async () => {
    await using listener = await listenForAnswer(undefined, false)
    const take = async () => {
      throw new LoginError('refused', 'The login was refused in the browser.')
    }
    const waiting = listener.wait('tracker', take, forever)
    const refused = expect(waiting).rejects.toThrow('refused in the browser')
    const page = await fetch(`${listener.redirectUrl}?error=%3Cb%3Ecall%20555%3C/b%3E`)
    expect(page.headers.get('content-type')).toContain('text/plain')
    expect(await page.text()).not.toContain('555')
    await refused
  })

  it('is not taken under another name of this machine, which a web page could have', async () => {
    await using listener = await listenForAnswer(undefined, false)
    expect(await ask(`${listener.redirectUrl}?code=c1`, 'evil.test')).toBe(404)
    expect(await ask(`${listener.redirectUrl}?code=c1`, 'localhost')).toBe(404)
  })

  it('comes to another port if the known one is taken, but not if the operator fixed it', async () => {
    await using first = await listenForAnswer(undefined, false)
    const port = Number(new URL(first.redirectUrl).port)
    await using second = await listenForAnswer(port, false)
    expect(second.redirectUrl).not.toBe(first.redirectUrl)
    await expect(listenForAnswer(port, true)).rejects.toThrow(`Port ${port}`)
  })

  it('is taken at the one address that was asked for, and nowhere else', async () => {
    const { paths } = payloadsOf<{ paths: readonly string[] }>(5)
    await using listener = await listenForAnswer(undefined, false)
    const taken: string[] = []
    const take = async ({ pathname }: URL) => void taken.push(pathname)
    const waiting = listener.wait('tracker', take, forever)
    const { origin, host } = new URL(listener.redirectUrl)
    for (const path of paths) {
      const status = await ask(`${origin}${path}?code=c1`, host)
      expect([path, status]).toEqual([path, path.startsWith('//') ? 400 : 404])
    }
    expect((await fetch(`${listener.redirectUrl}?code=c1`, { method: 'POST' })).status).toBe(404)
    expect(taken).toEqual([])
    await fetch(`${listener.redirectUrl}?code=c1`)
    await waiting
    expect(taken).toEqual(['/callback'])
  })

  it('that never comes ends with the signal', async () => {
    await using listener = await listenForAnswer(undefined, false)
    const waiting = listener.wait('tracker', async () => 'never', AbortSignal.abort())
    await expect(waiting).rejects.toThrow('given up')
  })
})
