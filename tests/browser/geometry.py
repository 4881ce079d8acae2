"""What is wrong with where things are on a page: too wide, cut, out of reach, or one over another."""

from __future__ import annotations

from playwright.sync_api import Page

SIZES = {
    "360x700": (360, 700),
    "390x844": (390, 844),
    "768x1024": (768, 1024),
    "844x390": (844, 390),
    "1440x900": (1440, 900),
    "1440x900 at 200 %": (720, 450),
}
"""Browsers zoom by making the page smaller: at 200 % a window of 1440x900 has 720x450 pixels of the page."""

MEASURE = """async hands => {
    await document.fonts.ready;
    for (let still = 0, frame = 0; still < 3 && frame < 60; frame += 1) {
        still = document.getAnimations().some(each => each.playState === "running"
            && each.effect.getTiming().iterations !== Infinity) ? 0 : still + 1;
        await new Promise(requestAnimationFrame);
    }
    const found = [], wide = innerWidth, high = innerHeight;
    const named = each => {
        const said = (each.getAttribute("aria-label") || each.textContent || "").trim().replace(/\\s+/g, " ");
        return `${each.tagName.toLowerCase()}.${String(each.className.baseVal ?? each.className).split(" ")[0]} `
            + `"${said.slice(0, 40)}"`;
    };
    const clipped = each => each && (getComputedStyle(each).clipPath === "inset(50%)" || clipped(each.parentElement));
    const seen = each => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !clipped(each);
    const scrolls = (each, way) => /auto|scroll/.test(getComputedStyle(each)[`overflow${way}`]);
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > wide) found.push(`the page is ${scrollWidth} wide`);
    for (const each of document.querySelectorAll("body *")) {
        if (!seen(each)) continue;
        const style = getComputedStyle(each), box = each.getBoundingClientRect();
        if (scrolls(each, "X") && each.scrollWidth > each.clientWidth + 1)
            found.push(`scrolls sideways: ${named(each)} by ${each.scrollWidth - each.clientWidth}`);
        const own = [...each.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (!own) continue;
        if (style.overflowX !== "visible" && !scrolls(each, "X") && each.scrollWidth > each.clientWidth + 1)
            found.push(`cut: ${named(each)}`);
        if (box.width && (box.left < -1 || box.right > wide + 1)) found.push(`beyond the edge: ${named(each)}`);
    }
    // In reach: what is pressed where it is shown gets the press.
    const top = each => {
        const box = each.getBoundingClientRect();
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return box.bottom <= high + 1 && box.top >= 0 && hit && (each.contains(hit) || hit.contains(each));
    };
    for (const what of hands) {
        const all = [...document.querySelectorAll(what)].filter(seen);
        if (!all.length) found.push(`not there: ${what}`);
        for (const each of all) if (!top(each)) found.push(`out of reach: ${named(each)}`);
    }
    // Words over words. Where only a part is shown, that part counts.
    const shown = (node, line) => {
        let { left, right, top, bottom } = line;
        for (let up = node.parentElement; up; up = up.parentElement) {
            if (getComputedStyle(up).overflow === "visible") continue;
            const box = up.getBoundingClientRect();
            left = Math.max(left, box.left), right = Math.min(right, box.right);
            top = Math.max(top, box.top), bottom = Math.min(bottom, box.bottom);
        }
        // A line of text is higher than its letters.
        const air = (bottom - top) * 0.17;
        return { node, left, right, top: top + air, bottom: bottom - air };
    };
    const walker = document.createTreeWalker(document.querySelector("#app"), NodeFilter.SHOW_TEXT), words = [];
    while (walker.nextNode())
        if (walker.currentNode.data.trim() && seen(walker.currentNode.parentElement)
            && !walker.currentNode.parentElement.closest("aside, svg")) {
            const range = document.createRange(), node = walker.currentNode;
            range.selectNodeContents(node);
            words.push(...[...range.getClientRects()].map(line => shown(node, line)));
        }
    const real = words.filter(({ left, right, top, bottom }) => right - left > 2 && bottom - top > 4);
    for (const [at, one] of real.entries())
        for (const two of real.slice(at + 1)) {
            const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
            const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
            if (across < 3 || down < 0.34 * Math.min(one.bottom - one.top, two.bottom - two.top)) continue;
            if (one.node.parentElement.contains(two.node) || two.node.parentElement.contains(one.node)) continue;
            const [upper, lower] = [one, two].map(({ node }) => `"${node.data.trim().slice(0, 30)}"`);
            found.push(`over each other: ${upper} and ${lower}`);
        }
    return [...new Set(found)];
}"""


def misplaced(page: Page, hands: list[str]) -> list[str]:
    """What is wrong in each size; `hands` selects what must always be in reach."""
    found = []
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{name}: {each}" for each in page.evaluate(MEASURE, hands)]
    return found
