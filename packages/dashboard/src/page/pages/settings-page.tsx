import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Route, Routes, useParams } from 'react-router'
import { mayUse, meQuery } from '../api/me.ts'
import { useLiveQuery } from '../api/use-live-query.ts'
import { Choice } from '../parts/field.tsx'
import { JsonTree } from '../parts/json-tree.tsx'
import { PagedView } from '../parts/paged-view.tsx'
import { resourcePage } from '../parts/resource-page.tsx'
import { QueryView } from '../parts/states.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useLivePages } from '../parts/use-live-pages.ts'
import { texts } from '../texts/texts.ts'

const { settings, resources } = texts

/** Sections with the operation that each needs. What a person may not see is absent. */
const sections = [
  { id: 'me' },
  { id: 'devices', needs: 'listDevices' },
  { id: 'users', needs: 'listUsers' },
  { id: 'keys', needs: 'listKeys' },
  { id: 'configuration', needs: 'explainConfig' },
  { id: 'nodes', needs: 'listNodes' },
  { id: 'about', needs: 'getHealth' },
] as const

/** The person's own settings, and those of the server for those who may see them. */
export function Page(): ReactNode {
  const me = useQuery(meQuery)
  const { '*': rest = '' } = useParams()
  const allowed = sections.filter((section) => mayUse(me.data, 'needs' in section ? section.needs : undefined))
  const current = allowed.find(({ id }) => id === rest.split('/')[0])?.id ?? 'me'
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Tabs
        label={texts.pages.settings}
        tabs={allowed.map(({ id }) => ({ id, label: settings.tabs[id], to: `/settings/${id}` }))}
        current={current}
      />
      <Routes>
        <Route path="devices/*" element={<Devices />} />
        <Route path="users/*" element={<Users />} />
        <Route path="keys/*" element={<Keys />} />
        <Route path="nodes/*" element={<Nodes />} />
        <Route path="configuration" element={<Configuration />} />
        <Route path="about" element={<Tree path="/health" />} />
        <Route path="*" element={<OwnSettings />} />
      </Routes>
    </div>
  )
}

const choices = [
  {
    name: 'drawbridge.keys',
    label: settings.keys,
    options: [
      ['on', settings.on],
      ['off', settings.off],
    ],
  },
  {
    name: 'drawbridge.zone',
    label: settings.zone,
    options: [
      ['own', settings.ownZone],
      ['utc', 'UTC'],
    ],
  },
  {
    name: 'drawbridge.language',
    label: settings.language,
    options: [
      ['en', 'English'],
      ['pseudo', settings.pseudo],
    ],
  },
] as const

/** Settings of this browser. They hold from the next reload. */
function OwnSettings(): ReactNode {
  return (
    <div className="flex max-w-xl flex-col gap-4 p-4">
      {choices.map(({ name, label: words, options }) => (
        <OwnChoice key={name} name={name} label={words} options={options} />
      ))}
      <p className="text-muted">{settings.reload}</p>
    </div>
  )
}

function OwnChoice({
  name,
  label: words,
  options,
}: {
  readonly name: string
  readonly label: string
  readonly options: readonly (readonly [value: string, label: string])[]
}): ReactNode {
  const [value, setValue] = useState(localStorage.getItem(name) ?? options[0]?.[0] ?? '')
  const change = (next: string) => {
    localStorage.setItem(name, next)
    setValue(next)
  }
  return <Choice label={words} value={value} options={options} onChange={change} />
}

/** Every setting in force, with its source. */
function Configuration(): ReactNode {
  const list = useLivePages<unknown>('/config/explain', ['policy'], { isWhole: true })
  return (
    <div className="p-4">
      <PagedView list={list}>{(items) => <JsonTree value={{ items }} />}</PagedView>
    </div>
  )
}

function Tree({ path }: { readonly path: string }): ReactNode {
  const query = useLiveQuery<unknown>(path)
  return (
    <div className="p-4">
      <QueryView query={query}>{(value) => <JsonTree value={value} />}</QueryView>
    </div>
  )
}

const { label, ask } = resources

const Devices = resourcePage({
  title: settings.tabs.devices,
  path: '/me/devices',
  address: '/settings/devices',
  row: [
    { field: 'device', label: settings.device },
    { field: 'usedAt', label: label.lastUse, form: 'time' },
  ],
  detail: [
    { field: 'address', label: settings.address },
    { field: 'createdAt', label: label.set, form: 'time' },
    { field: 'expiresAt', label: label.until, form: 'time' },
  ],
  actions: [
    { label: settings.endDevice, method: 'DELETE', path: ({ id }) => `/me/devices/${encodeURIComponent(String(id))}` },
  ],
  empty: texts.states.nothing,
})

const Users = resourcePage({
  title: settings.tabs.users,
  path: '/users',
  address: '/settings/users',
  needs: 'createUser',
  row: [
    { field: 'name', label: label.name },
    { field: 'role', label: settings.role },
  ],
  detail: [
    { field: 'role', label: settings.role },
    { field: 'createdBy', label: label.by },
    { field: 'createdAt', label: label.set, form: 'time' },
    { field: 'disabledAt', label: resources.disable, form: 'time' },
  ],
  actions: [
    {
      label: resources.remove,
      method: 'DELETE',
      path: ({ id }) => `/users/${encodeURIComponent(String(id))}`,
      ask: ({ name }) => ask.remove(String(name)),
    },
  ],
  create: {
    needs: 'createUser',
    fields: [
      { name: 'name', label: label.name },
      { name: 'role', label: settings.role },
    ],
    showsAnswer: true,
  },
  empty: resources.empty.users,
})

const Keys = resourcePage({
  title: settings.tabs.keys,
  path: '/keys',
  address: '/settings/keys',
  needs: 'createKey',
  row: [
    { field: 'name', label: label.name },
    { field: 'lastUsedAt', label: label.lastUse, form: 'time' },
  ],
  detail: [
    { field: 'scopes', label: settings.scopes, form: 'list' },
    { field: 'lastFour', label: settings.lastFour, form: 'mono' },
    { field: 'expiresAt', label: label.until, form: 'time' },
    { field: 'human', label: settings.human, form: 'flag' },
  ],
  actions: [
    {
      label: resources.revoke,
      method: 'DELETE',
      path: ({ id }) => `/keys/${encodeURIComponent(String(id))}`,
      ask: ({ name }) => ask.remove(String(name)),
    },
  ],
  create: {
    needs: 'createKey',
    fields: [
      { name: 'name', label: label.name },
      { name: 'scopes', label: settings.scopes, form: 'words' },
    ],
    showsAnswer: true,
  },
  empty: resources.empty.keys,
})

const Nodes = resourcePage({
  title: settings.tabs.nodes,
  path: '/nodes',
  address: '/settings/nodes',
  topics: ['nodes'],
  row: [
    { field: 'name', label: label.name },
    { field: 'version', label: label.version },
    { field: 'seenAt', label: settings.seen, form: 'time' },
  ],
  detail: [
    { field: 'startedAt', label: settings.started, form: 'time' },
    { field: 'policyVersion', label: texts.pages.policy },
    { field: 'draining', label: settings.draining, form: 'flag' },
    { field: 'load', label: label.health, form: 'json' },
  ],
  actions: [
    {
      label: settings.drain,
      method: 'POST',
      path: ({ id }) => `/nodes/${encodeURIComponent(String(id))}/drain`,
      ask: ({ name }) => settings.drainSure(String(name)),
    },
  ],
  empty: resources.empty.nodes,
})
