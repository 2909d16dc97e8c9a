import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { meQuery } from './api/me.ts'
import { openApprovalsPath } from './api/open-approvals-path.ts'
import { read } from './api/request.ts'
import { readSessionHalf } from './api/session-half.ts'
import { views } from './pages/views.ts'
import { App } from './shell/app.tsx'
import './theme.css'

const client = new QueryClient({ defaultOptions: { queries: { retry: 1, refetchOnWindowFocus: true } } })
// The person, the page of the address and what it shows first are read while the frame is not drawn yet: each of them takes a moment.
if (readSessionHalf() !== undefined && !location.hash.startsWith('#code=')) {
  void client.prefetchQuery(meQuery)
  const [, id = ''] = location.pathname.split('/')
  if (id === 'inbox')
    void client.prefetchQuery({
      queryKey: [openApprovalsPath],
      queryFn: ({ signal }) => read(openApprovalsPath, signal),
    })
  void views
    .get(id === '' ? 'inbox' : id)?.()
    .catch(() => undefined)
}
const place = document.getElementById('page')
if (place !== null)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
