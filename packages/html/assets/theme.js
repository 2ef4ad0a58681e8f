// Loaded before the page is painted: the theme of the device where the person chose none.
const root = document.documentElement
const dark = matchMedia('(prefers-color-scheme: dark)')
const apply = () => {
  if (root.dataset.theme === 'auto') root.dataset.bsTheme = dark.matches ? 'dark' : 'light'
}
root.classList.add('jb-script')
dark.addEventListener('change', apply)
apply()
