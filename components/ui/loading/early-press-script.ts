/** Remembers presses of buttons with a name; see `useEarlyPress`. Runs before anything else of the page. */
export const EARLY_PRESS_SCRIPT = `(function () {
  var presses = (window.earlyPresses = { pressed: null, hasTyped: false, live: [] });
  document.addEventListener('click', function (event) {
    var button = event.target instanceof Element ? event.target.closest('[data-early-press]') : null;
    var name = button === null ? null : button.getAttribute('data-early-press');
    if (name !== null && presses.live.indexOf(name) < 0) presses.pressed = name;
  }, true);
  document.addEventListener('input', function () { presses.hasTyped = true; }, true);
})();`;
