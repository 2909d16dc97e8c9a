/** Waits this long between two looks at a video that is being made, in milliseconds. */
const lookEveryMs = Number(process.env.GEMINI_POLL_MS ?? 10_000)
const longestWaitMs = 10 * 60_000

/** A client that goes on with the next key if one is exhausted or refused. */
export function createClient(
  keys,
  { base = 'https://generativelanguage.googleapis.com/v1beta', fetch: send = fetch } = {},
) {
  let current = 0
  const call = async (path, body) => {
    for (let tried = 0; ; tried += 1) {
      const response = await send(path.startsWith('http') ? path : `${base}/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        // In a header, so that it is in no log of addresses.
        headers: {
          'x-goog-api-key': keys[current],
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(120_000),
      })
      if (response.ok) return response
      const isExhausted = response.status === 429 || response.status === 403 || response.status === 401
      if (isExhausted && tried + 1 < keys.length) {
        current = (current + 1) % keys.length
        continue
      }
      throw new Error(`The API answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
    }
  }
  return {
    /** Returns the text that a model answers. */
    ask: async (model, parts, { json = false } = {}) => {
      const config = json ? { generationConfig: { responseMimeType: 'application/json' } } : {}
      const answer = await (await call(`models/${model}:generateContent`, { contents: [{ parts }], ...config })).json()
      const [candidate] = answer.candidates ?? []
      const text = (candidate?.content?.parts ?? []).map((part) => part.text ?? '').join('')
      if (text === '')
        throw new Error(
          `The model gave no answer (${candidate?.finishReason ?? answer.promptFeedback?.blockReason ?? 'unknown reason'}).`,
        )
      return { text, tokens: answer.usageMetadata?.totalTokenCount }
    },
    /** Returns the bytes of a picture. */
    image: async (model, prompt, aspect) => {
      const parameters = { sampleCount: 1, ...(aspect === undefined ? {} : { aspectRatio: aspect }) }
      const answer = await (await call(`models/${model}:predict`, { instances: [{ prompt }], parameters })).json()
      const encoded = answer.predictions?.[0]?.bytesBase64Encoded
      if (encoded === undefined) throw new Error('The model made no picture. The prompt may have been refused.')
      return Buffer.from(encoded, 'base64')
    },
    /** Returns the bytes of a video, once it is made. */
    video: async (model, prompt, aspect) => {
      const parameters = aspect === undefined ? {} : { aspectRatio: aspect }
      let work = await (
        await call(`models/${model}:predictLongRunning`, { instances: [{ prompt }], parameters })
      ).json()
      for (let waited = 0; work.done !== true; waited += lookEveryMs) {
        if (waited >= longestWaitMs) throw new Error(`The video was not ready after ${longestWaitMs / 60_000} minutes.`)
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
        work = await (await call(work.name)).json()
      }
      if (work.error !== undefined) throw new Error(`The video was not made: ${work.error.message}`)
      const uri = work.response?.generateVideoResponse?.generatedSamples?.[0]?.video?.uri
      if (uri === undefined) throw new Error('The model made no video. The prompt may have been refused.')
      // The key goes to the API's own host alone.
      if (new URL(uri).origin !== new URL(base).origin)
        throw new Error(`The video is at another host: ${new URL(uri).host}`)
      return Buffer.from(await (await call(uri)).arrayBuffer())
    },
  }
}
