import { resourcePage } from '../../parts/resource-page.tsx'
import { texts } from '../../texts/texts.ts'

const { label, ask } = texts.resources

/** The page that shows what people allowed beyond one call, and whether it is still wanted. */
export const Page = resourcePage({
  title: texts.pages.grants,
  path: '/grants?limit=200',
  address: '/grants',
  topics: ['approvals', 'grants'],
  needs: 'revokeGrant',
  row: [
    { field: 'scope', label: label.scope },
    { field: 'owner.agent', label: label.agent },
    { field: 'lastUsedAt', label: label.lastUse, form: 'time' },
  ],
  detail: [
    { field: 'scope', label: label.scope },
    { field: 'tool', label: label.tool, form: 'mono' },
    { field: 'owner.agent', label: label.agent },
    { field: 'owner.user', label: label.user },
    { field: 'grantedBy', label: label.by },
    { field: 'grantedAt', label: label.granted, form: 'time' },
    { field: 'expiresAt', label: label.until, form: 'time' },
    { field: 'lastUsedAt', label: label.lastUse, form: 'time' },
    { field: 'uses', label: label.uses, form: 'number' },
  ],
  actions: [
    {
      label: texts.resources.revoke,
      method: 'DELETE',
      path: ({ id }) => `/grants/${encodeURIComponent(String(id))}`,
      ask: ({ scope }) => ask.revoke(String(scope)),
    },
  ],
  empty: texts.resources.empty.grants,
  emptyHint: texts.resources.hint.grants,
})
