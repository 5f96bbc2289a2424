'use strict'

const root = document.documentElement

function isDark () {
  const chosen = root.dataset.theme
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

document.querySelector('button.theme').addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark'
  try {
    localStorage.setItem('theme', root.dataset.theme)
  } catch (e) {
    // it lasts for this page only
  }
})

const menu = document.querySelector('button.menu')
menu.addEventListener('click', () => {
  menu.setAttribute('aria-expanded', String(document.body.classList.toggle('open')))
})

// Scrolls the list of pages, and not the page itself as scrollIntoView does.
const pages = document.querySelector('nav.pages')
const current = pages && pages.querySelector('[aria-current]')
if (current) {
  const offset = current.getBoundingClientRect().top - pages.getBoundingClientRect().top
  pages.scrollTop += offset - pages.clientHeight / 2
}

for (const anchor of document.querySelectorAll('a.anchor')) {
  anchor.setAttribute('aria-label', 'Link to ' + anchor.parentElement.textContent.trim())
}

// What is wider than the page scrolls by itself, by keyboard as well.
function scroll (wide, label) {
  wide.tabIndex = 0
  wide.setAttribute('role', 'region')
  wide.setAttribute('aria-label', label)
}

// Adds up the requests that an application sends in a second.
const requests = document.querySelector('table#units')
if (requests) {
  const rows = [...requests.tBodies[0].rows]
  const totals = requests.createTFoot().insertRow()
  totals.append(...[...rows[0].cells].map((cell, i) => Object.assign(document.createElement('th'), { textContent: i ? '0' : 'Requests a second' })))
  for (const row of rows) {
    const input = Object.assign(document.createElement('input'), { type: 'number', min: 0, value: 0, ariaLabel: 'Number in a second of: ' + row.cells[0].textContent.trim() })
    row.cells[0].append(input)
    input.addEventListener('input', () => [...totals.cells].slice(1).forEach((total, i) => {
      const sum = rows.reduce((all, each) => all + each.querySelector('input').value * parseFloat(each.cells[i + 1].textContent), 0)
      total.textContent = Math.round(sum).toLocaleString('en')
    }))
  }
}

for (const table of document.querySelectorAll('article table.tableblock')) {
  const frame = Object.assign(document.createElement('div'), { className: 'scroll' })
  table.replaceWith(frame)
  frame.append(table)
  scroll(frame, 'Table')
}

for (const code of document.querySelectorAll('article pre')) {
  scroll(code, 'Code')
  const copy = Object.assign(document.createElement('button'), { className: 'copy', textContent: 'Copy' })
  copy.addEventListener('click', async () => {
    await navigator.clipboard.writeText(code.textContent)
    copy.textContent = 'Copied'
    setTimeout(() => { copy.textContent = 'Copy' }, 1500)
  })
  code.after(copy)
}

const headings = document.querySelectorAll('article .sect1 > h2[id], article .sect2 > h3[id]')
const toc = document.querySelector('aside.toc')
if (toc && headings.length > 1) {
  toc.append(Object.assign(document.createElement('h2'), { textContent: 'On this page' }))
  for (const heading of headings) {
    const link = document.createElement('a')
    link.href = '#' + heading.id
    link.className = heading.localName
    link.textContent = heading.textContent
    toc.append(link)
  }
}

for (const code of document.querySelectorAll('pre.highlight code[data-lang]')) {
  if (hljs.getLanguage(code.dataset.lang)) hljs.highlightElement(code)
}
