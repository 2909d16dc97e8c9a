import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { toTime } from '../../api/server-clock.ts'
import { formatTime } from '../../texts/format.ts'
import type { Series } from './series.ts'

const colours = ['--series-1', '--series-2', '--series-3', '--series-4', '--series-5'] as const
const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3], [4, 4]] as const

/** A plot on a canvas, with the same data for a keyboard and a screen reader: arrow keys move through its buckets. */
export function Plot({
  title,
  series,
  form,
  format,
}: {
  readonly title: string
  readonly series: Series
  readonly form: 'bars' | 'lines'
  readonly format: (value: number) => string
}): ReactNode {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const [at, setAt] = useState<number>()
  const theme = useTheme()
  useEffect(() => {
    const element = place.current
    if (element === null) return
    const drawn = new uPlot(optionsFor(element, series, form, format, theme), dataOf(series, form), element)
    plot.current = drawn
    const observer = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: 160 }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      drawn.destroy()
    }
  }, [series, form, format, theme])
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(series.at.length - 1, Math.max(0, (at ?? (step > 0 ? -1 : series.at.length)) + step))
    setAt(next)
    const x = plot.current?.valToPos(toTime(series.at[next] ?? 0) / 1_000, 'x') ?? 0
    plot.current?.setCursor({ left: x, top: 10 })
  }
  return (
    <>
      <div ref={place} role="img" aria-label={title} tabIndex={0} onKeyDown={onKey} className="h-40 w-full" />
      <p role="status" className="min-h-5 text-xs text-muted">
        {at === undefined ? '' : wordsAt(series, at, format)}
      </p>
      <ul className="flex flex-wrap gap-x-3 text-xs">
        {series.lines.map(({ name }, index) => (
          <li key={name} className="flex items-center gap-1">
            <span
              aria-hidden="true"
              className="inline-block h-2 w-4"
              style={{ background: `var(${colours[index % colours.length] ?? '--series-5'})` }}
            />
            {name}
          </li>
        ))}
      </ul>
    </>
  )
}

function wordsAt(series: Series, at: number, format: (value: number) => string): string {
  const values = series.lines.map(({ name, values: own }) => `${name} ${own[at] === null ? '–' : format(own[at] ?? 0)}`)
  return `${formatTime(series.at[at] ?? 0)}: ${values.join(', ')}`
}

/** Stacked bars are drawn as sums, the largest first, so that each covers the part of those before it. */
function dataOf({ at, lines }: Series, form: 'bars' | 'lines'): uPlot.AlignedData {
  const times = at.map((time) => toTime(time) / 1_000)
  const columns = lines.map(({ values }) => values.map((value) => value))
  if (form === 'lines') return [times, ...columns]
  const sums = columns.map((_, index) =>
    times.map((__, bucket) => columns.slice(index).reduce((sum, column) => sum + (column[bucket] ?? 0), 0)),
  )
  return [times, ...sums]
}

function optionsFor(
  element: HTMLElement,
  { lines }: Series,
  form: 'bars' | 'lines',
  format: (value: number) => string,
  _theme: string,
): uPlot.Options {
  const style = getComputedStyle(document.documentElement)
  const ink = style.getPropertyValue('--muted')
  const grid = { stroke: style.getPropertyValue('--line'), width: 1 }
  const axis = { stroke: ink, grid, ticks: grid, font: '12px system-ui' }
  const bars = uPlot.paths.bars?.({ size: [0.8, 40] })
  return {
    width: element.clientWidth,
    height: 160,
    legend: { show: false },
    cursor: { y: false },
    axes: [axis, { ...axis, size: 64, values: (_plot, values) => values.map((value) => format(value)) }],
    scales: { y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.1)] } },
    series: [
      {},
      ...lines.map((_, index) => {
        const colour = style.getPropertyValue(colours[index % colours.length] ?? '--series-5')
        const dash = dashes[index % dashes.length] ?? []
        return form === 'bars'
          ? {
              fill: colour,
              stroke: colour,
              width: 0,
              points: { show: false },
              ...(bars === undefined ? {} : { paths: bars }),
            }
          : { stroke: colour, width: 2, dash: [...dash], points: { show: false } }
      }),
    ],
  }
}

/** Returns the name of the theme, and renders again if it changes. */
function useTheme(): string {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? 'light')
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(document.documentElement.dataset.theme ?? 'light'))
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [])
  return theme
}
