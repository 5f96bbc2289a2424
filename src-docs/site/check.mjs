// Opens each page of the site in a browser, on a phone and on a desktop, light and dark. Fails if one is wider than the
// screen, or if axe-core finds what is serious. The browser is CHROME, or one that is where systems have it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import axe from 'axe-core'
import puppeteer from 'puppeteer-core'

const SITE = 'build/site'
const SCREENS = [{ width: 390, height: 844 }, { width: 1280, height: 900 }]
const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml' }

const browserPath = [process.env.CHROME, '/usr/bin/google-chrome', '/usr/bin/chromium', '/usr/bin/chromium-browser']
  .find((path) => path && existsSync(path))
if (!browserPath) throw new Error('There is no browser; set CHROME to the path of Chrome or Chromium')

const pages = readdirSync(SITE, { recursive: true }).filter((file) => file.endsWith('.html') && file.includes('distlock'))
if (!pages.length) throw new Error('There are no pages; run npm run site first')

const server = createServer((request, response) => {
  try {
    const path = new URL(request.url, 'http://localhost').pathname
    const body = readFileSync(join(SITE, path))
    response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream').end(body)
  } catch {
    response.writeHead(404).end()
  }
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = `http://127.0.0.1:${server.address().port}/`

const found = []
const browser = await puppeteer.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  for (const scheme of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    for (const screen of SCREENS) {
      await page.setViewport(screen)
      for (const file of pages) await check(page, file, scheme, screen)
    }
  }
} finally {
  await browser.close()
  server.close()
}
console.log(`${pages.length} pages, ${SCREENS.length} screens, light and dark: ${found.length} findings`)
found.forEach((each) => console.log(each))
process.exitCode = found.length ? 1 : 0

async function check (page, file, scheme, screen) {
  const where = `${file}, ${screen.width} px, ${scheme}`
  await page.goto(address + file, { waitUntil: 'load' })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > screen.width) found.push(`${where}: ${width} px wide`)
  const scrolled = await page.evaluate(() => window.scrollY)
  if (scrolled) found.push(`${where}: opens ${scrolled} px below its start`)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }))
  for (const each of violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')) {
    found.push(`${where}: ${each.id}, ${each.nodes.length} times, as ${each.nodes[0].html.slice(0, 150)}`)
  }
}
