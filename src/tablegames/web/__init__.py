"""The workbench in a browser, and the same functions over HTTP: it reads what is asked, asks the layers below, and shows what they say."""
