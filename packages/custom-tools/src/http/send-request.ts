import { fail, type ToolContext, type ToolOutput, toolOutput } from '@drawbridge/core'
import type { GuardedClient } from '@drawbridge/net'
import type { ToolDescription } from '../definition/definition-schema.ts'
import type { Values } from '../template/read-template.ts'
import { buildRequest } from './build-request.ts'
import { originOf } from './check-request.ts'

/** Sends the request of a call and returns its answer. It follows redirects to the same origin only. */
export async function sendRequest(
  tool: ToolDescription,
  values: Values,
  environment: Readonly<Record<string, string>>,
  { client, context }: { readonly client: GuardedClient; readonly context: ToolContext },
): Promise<ToolOutput> {
  const request = buildRequest(tool, values, (name) => {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined
    return (
      value ??
      fail(
        'tool_not_available',
        `The variable "${name}" of this tool has no value. A person can set it: drawbridge custom edit`,
      )
    )
  })
  const origin = originOf(tool.request?.url ?? '')
  const outcome = await client.request({
    ...request,
    signal: context.signal,
    redirect: (to) => to.origin === origin,
    limits: { totalMs: context.timeoutMs, maxBodyBytes: Math.max(tool.stdout_limit_bytes, 1) },
  })
  if (outcome.type === 'error') {
    const { code, message, retryable } = outcome.error
    return fail(code, `The request of "${tool.name}" failed: ${message}`, { retryable })
  }
  const { status, statusText, headers, body } = outcome.response
  const text = new TextDecoder().decode(body)
  const data = { status, content_type: headers.get('content-type'), body: bodyOf(text, headers) }
  const line = `HTTP ${status}${statusText === '' ? '' : ` ${statusText}`}`
  if (status >= 400)
    fail('http_error', `${line}. ${text.slice(0, 2_000)}`, { data, retryable: status === 429 || status >= 500 })
  if (status >= 300 && headers.has('location'))
    fail('http_error', `${line}: it redirects to another host, which is not a target of this tool.`, {
      data: { status },
    })
  return toolOutput({ content: text === '' ? `${line}, without content.` : text, data })
}

function bodyOf(text: string, headers: Headers): unknown {
  if (!/[/+]json\b/i.test(headers.get('content-type') ?? '')) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
