import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { mayUse, meQuery, useCan } from '../api/me.ts'
import { write } from '../api/request.ts'
import { useLiveQuery } from '../api/use-live-query.ts'
import { texts } from '../texts/texts.ts'
import { ActionModal } from './action-modal.tsx'
import { Button } from './button.tsx'
import { CellView, fieldOf } from './cells.tsx'
import { CreateForm } from './create-form.tsx'
import { JsonTree } from './json-tree.tsx'
import { MasterDetail } from './master-detail.tsx'
import { MoreButton } from './paged-view.tsx'
import type { Item, ItemAction, ResourceDefinition } from './resource-definition.ts'
import { EmptyState, ProblemNote, Skeleton } from './states.tsx'
import { useLivePages } from './use-live-pages.ts'
import type { PagedList } from './use-pages.ts'

/** Returns the component of a page from its definition. */
export function resourcePage(definition: ResourceDefinition): () => ReactNode {
  return function ResourcePage() {
    const [search, setSearch] = useSearchParams()
    const words = search.get('q') ?? ''
    const { '*': chosen = '' } = useParams()
    const [isMissing, setMissing] = useState(false)
    // The item that is looked for may be on a page that was not read yet.
    const list = useLivePages<Item>(definition.path, definition.topics ?? [], { isWhole: words !== '' || isMissing })
    const isThere =
      chosen === '' || list.items.some((item) => String(item[definition.id ?? 'id']) === decodeURIComponent(chosen))
    useEffect(() => setMissing(!isThere), [isThere])
    if (list.isLoading) return <Skeleton />
    if (list.error !== null && list.items.length === 0) return <ProblemNote error={list.error} onRetry={list.reload} />
    return (
      <>
        {list.error === null ? null : <ProblemNote error={list.error} onRetry={list.reload} />}
        <ItemList definition={definition} list={list} words={words} onWords={(q) => setSearch(q === '' ? {} : { q })} />
      </>
    )
  }
}

function ItemList({
  definition,
  list,
  words,
  onWords,
}: {
  readonly definition: ResourceDefinition
  readonly list: PagedList<Item>
  readonly words: string
  readonly onWords: (words: string) => void
}): ReactNode {
  const { items } = list
  const { '*': chosen = '' } = useParams()
  const [isMaking, setMaking] = useState(false)
  const navigate = useNavigate()
  const { create, address, row } = definition
  const may = useCan(create?.needs)
  const idOf = (item: Item) => String(item[definition.id ?? 'id'])
  // The names of fields are the same for all.
  const shown = items.filter((item) => JSON.stringify(Object.values(item)).toLowerCase().includes(words.toLowerCase()))
  const current =
    items.find((item) => idOf(item) === decodeURIComponent(chosen)) ?? (chosen === '' ? shown[0] : undefined)
  const [first, ...others] = row
  const head = (
    <div className="flex items-center gap-2 border-b border-line p-2">
      <input
        type="search"
        aria-label={texts.actions.filter}
        placeholder={texts.actions.filter}
        className="min-h-9 min-w-0 flex-1 rounded-sm border border-control bg-surface px-2 placeholder:text-muted"
        value={words}
        onChange={(event) => onWords(event.target.value)}
      />
      {create === undefined || !may ? null : (
        <Button onClick={() => setMaking(true)}>{texts.resources.create(definition.title)}</Button>
      )}
    </div>
  )
  return (
    <>
      <MasterDetail
        isOpen={chosen !== ''}
        back={address}
        list={
          <>
            {head}
            {items.length === 0 ? <EmptyState title={definition.empty}>{definition.emptyHint}</EmptyState> : null}
            {items.length > 0 && shown.length === 0 ? <EmptyState title={texts.states.noMatch} /> : null}
            <ul>
              {shown.map((item) => (
                <li key={idOf(item)}>
                  <Link
                    to={`${address}/${encodeURIComponent(idOf(item))}`}
                    aria-current={item === current || undefined}
                    className="block border-b border-line px-3 py-2 hover:bg-sunken aria-[current]:bg-accent-tint"
                  >
                    {first === undefined ? null : (
                      <span className="font-semibold">
                        <CellView item={item} cell={first} />
                      </span>
                    )}
                    <span className="flex flex-wrap gap-x-3 text-muted">
                      {others.map((cell) => (
                        <span key={cell.field}>
                          {cell.form === 'status' ? null : `${cell.label} `}
                          <CellView item={item} cell={cell} />
                        </span>
                      ))}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            <MoreButton list={list} />
          </>
        }
      >
        {current === undefined ? null : (
          <ItemDetail key={idOf(current)} definition={definition} item={current} id={idOf(current)} />
        )}
      </MasterDetail>
      {isMaking && create !== undefined ? (
        'Form' in create ? (
          <create.Form
            onClose={(added) => {
              setMaking(false)
              if (added !== undefined) navigate(`${address}/${encodeURIComponent(added)}`)
            }}
          />
        ) : (
          <CreateForm definition={definition} create={create} onClose={() => setMaking(false)} />
        )
      ) : null}
    </>
  )
}

function ItemDetail({
  definition,
  item: listed,
  id,
}: {
  readonly definition: ResourceDefinition
  readonly item: Item
  readonly id: string
}): ReactNode {
  const query = useLiveQuery<Item>(definition.detailPath?.(id), definition.topics)
  const item = { ...listed, ...query.data }
  const [asked, setAsked] = useState<ItemAction>()
  const [outcome, setOutcome] = useState<{ readonly answer?: unknown; readonly error?: unknown }>({})
  const client = useQueryClient()
  const act = async (action: ItemAction, given: Item = {}) => {
    setAsked(undefined)
    setOutcome({})
    try {
      const answer = await write<unknown>(action.method, action.path(item), action.body?.(item, given))
      setOutcome(action.showsAnswer === true ? { answer } : {})
    } catch (error) {
      setOutcome({ error })
    }
    void client.invalidateQueries({ queryKey: [definition.path] })
    void client.invalidateQueries({ queryKey: [definition.detailPath?.(id) ?? 'nothing'] })
  }
  const [name] = definition.row
  const me = useQuery(meQuery)
  const actions = (definition.actions ?? []).filter(
    ({ needs = definition.needs, when }) => mayUse(me.data, needs) && when?.(item) !== false,
  )
  return (
    <article className="p-4">
      <h2 className="mb-2 text-md font-semibold">{name === undefined ? id : <CellView item={item} cell={name} />}</h2>
      {actions.length > 0 ? (
        <div className="mb-3 flex flex-wrap gap-2">
          {actions.map((action) => (
            <Button
              key={action.label}
              look={action.method === 'DELETE' ? 'deny' : 'outlined'}
              onClick={() => (isAsked(action) ? setAsked(action) : void act(action))}
            >
              {action.label}
            </Button>
          ))}
        </div>
      ) : null}
      {outcome.error === undefined ? null : <ProblemNote error={outcome.error} />}
      {outcome.answer === undefined ? null : (
        <section role="status" className="mb-3 rounded-md border border-line bg-sunken p-3">
          <JsonTree value={outcome.answer} />
        </section>
      )}
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-2">
        {definition.detail
          .filter(({ field, form }) => form !== 'json' || hasContent(fieldOf(item, field)))
          .map((cell) => (
            <div key={cell.field} className="contents">
              <dt className="text-xs font-medium text-muted">{cell.label}</dt>
              <dd>
                {cell.form === 'json' ? (
                  <JsonTree value={fieldOf(item, cell.field)} />
                ) : (
                  <CellView item={item} cell={cell} />
                )}
              </dd>
            </div>
          ))}
      </dl>
      {definition.more?.(item)}
      {asked === undefined ? null : (
        <ActionModal
          action={asked}
          item={item}
          onAct={(given) => void act(asked, given)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </article>
  )
}

function isAsked({ ask, fields, looksAt }: ItemAction): boolean {
  return ask !== undefined || fields !== undefined || looksAt !== undefined
}

/** Nothing, an empty list and an empty object need no line of their own. */
function hasContent(value: unknown): boolean {
  if (value === undefined || value === null) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
