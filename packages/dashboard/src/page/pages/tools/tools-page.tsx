import { createElement } from 'react'
import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'
import { TryTool } from './try-tool.tsx'

const { tools } = texts

/** The page that shows what tools exist, who can see each, and what happens if one is called. */
export const Page = resourcePage({
  title: texts.pages.tools,
  path: '/tools?limit=200',
  address: '/tools',
  id: 'name',
  topics: ['tools'],
  detailPath: (name) => `/tools/${encodeURIComponent(name)}`,
  row: [
    { field: 'name', label: tools.name, form: 'mono' },
    { field: 'permission', label: tools.permission },
    { field: 'risk', label: tools.risk },
    { field: 'groups', label: tools.group, form: 'list' },
  ],
  detail: [
    { field: 'description', label: tools.description },
    { field: 'groups', label: tools.group, form: 'list' },
    { field: 'permission', label: tools.permission },
    { field: 'risk', label: tools.risk },
    { field: 'tags', label: tools.tags, form: 'list' },
    { field: 'remote', label: tools.remote, form: 'flag' },
    { field: 'inputSchema', label: tools.schema, form: 'json' },
  ],
  more: (item) => createElement(TryTool, { key: String(item.name), name: String(item.name), schema: item.inputSchema }),
  empty: tools.empty,
})
