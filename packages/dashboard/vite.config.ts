import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  root: join(import.meta.dirname, 'src/page'),
  plugins: [tailwindcss()],
  logLevel: 'warn',
  build: {
    outDir: join(import.meta.dirname, 'dist/page'),
    emptyOutDir: true,
    target: 'es2024',
    // The policy of the page refuses `data:` images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.md' },
    manifest: 'manifest.json',
    rolldownOptions: {
      onwarn: (warning, warn) => {
        // Libraries mark modules for servers that render React. There is none here.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
})
