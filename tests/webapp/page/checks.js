// What the tests ask of the page as it is drawn. Each answers with the offenders, cut short.

const short = (element) => element.outerHTML.slice(0, 90);

/** Elements that run over the sides, and what scrolls sideways. */
function overTheEdge() {
  const wide = document.documentElement.clientWidth;
  const out = [...document.querySelectorAll("body *:not(svg *)")].filter((element) => {
    const { width, left, right } = element.getBoundingClientRect();
    const hidden = getComputedStyle(element).clipPath !== "none";
    return width > 0 && !hidden && (right > wide + 1 || left < -1);
  });
  const scrolling = [...document.querySelectorAll(".pane, body, html")].filter(
    (element) => element.scrollWidth > element.clientWidth,
  );
  return [...out, ...scrolling].map(short);
}

/** Letters of less than 14 pixels, on the page and on the map. */
function smallLetters() {
  const written = (element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const scale = (element) => {
    if (!(element instanceof SVGGraphicsElement)) return 1;
    const { a, b } = element.getScreenCTM();
    return Math.hypot(a, b);
  };
  return [...document.querySelectorAll("body *")]
    .filter(
      (element) =>
        element.getClientRects().length > 0 && written(element) && !(element instanceof SVGTitleElement),
    )
    .map((element) => [element, parseFloat(getComputedStyle(element).fontSize) * scale(element)])
    .filter(([, size]) => size < 13.99)
    .map(([element, size]) => `${size} px: ${short(element)}`);
}

/** What can be tapped and is smaller than a fingertip. */
function narrowButtons() {
  return [...document.querySelectorAll("button, summary")]
    .map((element) => [element, element.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && (width < 44 || height < 44))
    .map(([element]) => short(element));
}

/** Figures, by their ids, that are not wholly on the map. */
function outOfSight(...ids) {
  const map = document.getElementById("map").getBoundingClientRect();
  return ids.filter((id) => {
    const base = document.querySelector(`#board [data-figure="${id}"] .penny`).getBoundingClientRect();
    return base.left < map.left || base.right > map.right || base.top < map.top || base.bottom > map.bottom;
  });
}

/** What axe-core has against the page. */
async function axeViolations() {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${short(document.querySelector(node.target[0]))} ${node.failureSummary}`),
  );
}
