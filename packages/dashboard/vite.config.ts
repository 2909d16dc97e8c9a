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
      // A browser sends six requests at once. The inbox, which is opened most, comes with the frame; what the other pages share is one file.
      output: {
        codeSplitting: {
          groups: [
            { name: 'inbox', test: /src[\\/]page[\\/]pages[\\/]inbox[\\/]/ },
            { name: 'shared', test: /src[\\/]page[\\/](?:api|parts|texts)[\\/]/ },
          ],
        },
      },
      onwarn: (warning, warn) => {
        // Libraries mark modules for servers that render React. There is none here.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
    },
  },
})
