import type { ReactNode } from 'react'

/** The head of a table with one row: the names of its columns. */
export function ColumnHeads({ columns }: { readonly columns: readonly string[] }): ReactNode {
  return (
    <thead className="bg-sunken text-xs text-muted">
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" className="px-3 py-1 text-start font-medium">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}
