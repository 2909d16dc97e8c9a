import { isJsonObject } from '@drawbridge/core/base'
import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { ListPage } from './list-pages.ts'

const anyPage = z.looseObject({ nextCursor: z.unknown().optional() })

/** The page of a list to read. */
export interface PageRequest {
  readonly method: 'tools/list' | 'prompts/list' | 'resources/list' | 'resources/templates/list'
  /** The field of the answer that has the entries. */
  readonly field: string
  readonly cursor: string | undefined
}

/** Reads a page without the SDK's check of each entry, which would refuse a list for one bad entry. */
export async function readPage(
  client: Client,
  { method, field, cursor }: PageRequest,
  options: Pick<RequestOptions, 'timeout' | 'signal'>,
): Promise<ListPage> {
  const params = cursor === undefined ? {} : { cursor }
  const page = await client.request({ method, params }, anyPage, options)
  const items: unknown = isJsonObject(page) ? page[field] : undefined
  return {
    items: Array.isArray(items) ? items : [],
    nextCursor: typeof page.nextCursor === 'string' ? page.nextCursor : undefined,
  }
}
