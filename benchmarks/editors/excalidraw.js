// The page's program for Excalidraw: shows a scene, and tells what the editor made of it.
import React from "react";
import { createRoot } from "react-dom/client";
import { Excalidraw } from "@excalidraw/excalidraw";

window.openScene = (text) => new Promise((resolve) => {
  const scene = JSON.parse(text);
  const shown = (api) => setTimeout(() => {
    api.scrollToContent(api.getSceneElements(), { fitToContent: true, animate: false });
    setTimeout(() => resolve(api.getSceneElements().map((one) => ({
      id: one.id, type: one.type, x: one.x, y: one.y, width: one.width, height: one.height,
      source: one.startBinding?.elementId, target: one.endBinding?.elementId, container: one.containerId,
    }))), 400);
  }, 400);
  const initialData = { elements: scene.elements, appState: scene.appState };
  createRoot(document.getElementById("canvas")).render(React.createElement(Excalidraw, { initialData, excalidrawAPI: shown }));
});
