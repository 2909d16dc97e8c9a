import { escapeToOneLine } from '@drawbridge/core/text'
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react'
import { texts } from '../../texts/texts.ts'
import type { Entity, Fact, Graph } from './knowledge.ts'
import { layOutGraph, nodeTowards, type Place, sizeOf } from './lay-out-graph.ts'

/** The longest name that is written out in the picture; the table shows all of it. */
const longestName = 24

/** Entities and the facts between them as a picture. Tab reaches the chosen node, arrow keys go to its neighbours, Enter chooses one. */
export function GraphView({
  graph,
  chosen,
  onChoose,
  label,
}: {
  readonly graph: Graph
  readonly chosen: string
  readonly onChoose: (id: string) => void
  readonly label: string
}): ReactNode {
  const { entities, facts } = graph
  const places = useMemo(
    () =>
      layOutGraph(
        entities.map(({ id }) => id),
        facts.map(({ subject_id, object_id }) => [subject_id, object_id] as const),
      ),
    [entities, facts],
  )
  const picture = useRef<SVGSVGElement>(null)
  const { width, height } = sizeOf(entities.length)
  const reached = entities.find(({ id }) => id === chosen)?.id ?? entities[0]?.id
  const onKey = (event: KeyboardEvent, id: string) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return onChoose(id)
    }
    const next = nodeTowards(places, id, event.key)
    if (next === undefined) return
    event.preventDefault()
    picture.current?.querySelector<SVGGElement>(`[data-entity="${CSS.escape(next)}"]`)?.focus()
  }
  return (
    <svg
      ref={picture}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={label}
      className="h-auto w-full min-w-[40rem]"
    >
      {facts.map((fact) => (
        <Edge
          key={`${fact.subject_id} ${fact.relation} ${fact.object_id} ${fact.valid_from ?? ''}`}
          fact={fact}
          from={places.get(fact.subject_id)}
          to={places.get(fact.object_id)}
          isNamed={fact.subject_id === chosen || fact.object_id === chosen || facts.length <= 12}
        />
      ))}
      {entities.map((entity) => (
        <Node
          key={entity.id}
          entity={entity}
          place={places.get(entity.id)}
          isChosen={entity.id === chosen}
          isReached={entity.id === reached}
          onChoose={() => onChoose(entity.id === chosen ? '' : entity.id)}
          onKey={(event) => onKey(event, entity.id)}
        />
      ))}
    </svg>
  )
}

function Edge({
  fact: { relation, state, trust },
  from,
  to,
  isNamed,
}: {
  readonly fact: Fact
  readonly from: Place | undefined
  readonly to: Place | undefined
  readonly isNamed: boolean
}): ReactNode {
  if (from === undefined || to === undefined) return null
  const isDoubted = state === 'conflict' || trust === 'untrusted'
  return (
    <g>
      <line
        x1={from.x}
        y1={from.y}
        x2={to.x}
        y2={to.y}
        className={isDoubted ? 'stroke-foreign' : 'stroke-control'}
        strokeDasharray={isDoubted ? '4 3' : undefined}
      />
      {isNamed ? (
        <text x={(from.x + to.x) / 2} y={(from.y + to.y) / 2 - 3} textAnchor="middle" className="fill-muted text-xs">
          {shortened(relation)}
        </text>
      ) : null}
    </g>
  )
}

function Node({
  entity: { id, name, type, trust },
  place,
  isChosen,
  isReached,
  onChoose,
  onKey,
}: {
  readonly entity: Entity
  readonly place: Place | undefined
  readonly isChosen: boolean
  readonly isReached: boolean
  readonly onChoose: () => void
  readonly onKey: (event: KeyboardEvent) => void
}): ReactNode {
  if (place === undefined) return null
  const isForeign = trust === 'untrusted'
  return (
    <g
      role="button"
      aria-pressed={isChosen}
      aria-label={texts.knowledge.entity(escapeToOneLine(name), escapeToOneLine(type), isForeign)}
      data-entity={id}
      tabIndex={isReached ? 0 : -1}
      transform={`translate(${place.x} ${place.y})`}
      className="cursor-pointer"
      onClick={onChoose}
      onKeyDown={onKey}
    >
      <rect x={-40} y={-14} width={80} height={40} fill="transparent" />
      <circle
        r={isChosen ? 10 : 7}
        strokeWidth={2}
        strokeDasharray={isForeign ? '3 2' : undefined}
        className={`${isForeign ? 'fill-foreign-tint stroke-foreign' : 'fill-accent-tint stroke-accent'}`}
      />
      <text y={22} textAnchor="middle" className={`fill-ink text-sm ${isChosen ? 'font-semibold' : ''}`}>
        {shortened(name)}
      </text>
    </g>
  )
}

function shortened(name: string): string {
  const words = escapeToOneLine(name)
  return words.length > longestName ? `${words.slice(0, longestName - 1)}…` : words
}
