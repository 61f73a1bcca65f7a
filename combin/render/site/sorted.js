// A heading sorts its column: numbers by size, words by the alphabet; a second time the other way.
"use strict";

document.querySelectorAll("table.sorted").forEach((table) => {
  const body = table.tBodies[0];
  const said = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.by || cell.textContent;
  };
  const order = (a, b) => {
    const [one, other] = [parseFloat(a), parseFloat(b)];
    if (isNaN(one) !== isNaN(other)) return isNaN(one) ? 1 : -1;
    return isNaN(one) ? a.localeCompare(b) : one - other;
  };
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const rows = [...body.rows].sort((a, b) => order(said(a, column), said(b, column)));
      body.append(...(up ? rows : rows.reverse()));
    });
  });
});
