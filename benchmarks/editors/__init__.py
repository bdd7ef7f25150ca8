"""Files of editors, opened in the editors' own code: bpmn-js, mxGraph and Excalidraw in Chromium, LibreOffice."""
