import { fail, type ToolOutput, toolOutput } from '@drawbridge/core'
import { ownLabel } from '@drawbridge/core/artifact'
import { shorten } from '@drawbridge/core/base'
import { createEnclosure, enclose, enclosureNotice, harmless } from '@drawbridge/core/untrusted'
import type { SearchOutcome } from './search-chain.ts'
import type { SearchAnswer, SearchQuery } from './search-provider.ts'

const maxSnippetChars = 400
const maxTitleChars = 200

/** Presents answers to the model; ends the call if no service gave any. */
export function searchResult(outcome: SearchOutcome, query: SearchQuery): ToolOutput {
  const failed = outcome.failures.map(({ provider, message }) => ({ provider, message }))
  if (outcome.type === 'failed') {
    const reasons = failed.map(({ provider, message }) => `${provider}: ${message}`).join(' ')
    // The service that may answer later says most about what to do.
    const told = outcome.failures.find(({ retryable }) => retryable) ?? outcome.failures[0]
    return fail(told?.code ?? 'network_error', `No search service answered. ${reasons}`, {
      retryable: told?.retryable ?? false,
      data: { query: query.query, failed, ...(told?.status === undefined ? {} : { status: told.status }) },
    })
  }
  const { provider } = outcome
  const results = outcome.answers.map(presentable)
  const ignored = provider.ignored(query)
  const notes = ignored.length === 0 ? [] : [`[${provider.name} does not support ${ignored.join(' and ')}; ignored.]`]
  const data = { query: query.query, provider: provider.name, results, ignored, failed }
  if (results.length === 0) {
    const text = [`No results (via ${provider.name}). Try other words.`, ...notes].join('\n')
    return toolOutput({ content: [{ type: 'text', text, label: ownLabel }], data })
  }
  const label = {
    sources: results.map(({ url }) => ({ tool: 'web.search', target: url })),
    trust: 'untrusted',
    readers: 'anyone',
  } as const
  const found = results.length === 1 ? '1 result' : `${results.length} results`
  const head = [`${found} (via ${provider.name}).`, ...notes, enclosureNotice('the web')].join('\n')
  return toolOutput({
    content: [
      { type: 'text', text: head, label: ownLabel },
      { type: 'text', text: enclose(results.map(listed).join('\n\n'), createEnclosure()), label },
    ],
    data,
  })
}

function presentable({ title, url, snippet }: SearchAnswer): SearchAnswer {
  return { title: clean(title, maxTitleChars), url: harmless(url), snippet: clean(snippet, maxSnippetChars) }
}

function clean(text: string, maxChars: number): string {
  const line = harmless(text).replace(/\s+/g, ' ').trim()
  return shorten(line, maxChars)
}

function listed({ title, url, snippet }: SearchAnswer, index: number): string {
  return [`${index + 1}. ${title === '' ? url : title}`, url, snippet].filter((line) => line !== '').join('\n   ')
}
