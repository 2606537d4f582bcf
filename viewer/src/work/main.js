import "../main.js";
