/** ag-Grid with a thousand rows of which a screenful is drawn, edited in place. */
import { AllCommunityModule, createGrid, ModuleRegistry } from 'ag-grid-community';

ModuleRegistry.registerModules([AllCommunityModule]);
const rowData = Array.from({ length: 1_000 }, (_, at) => ({ id: `A-${1001 + at}`, name: `Person ${at + 1}`, city: ['Bonn', 'Rome', 'Oslo'][at % 3], amount: (at * 7) % 100 }));
const place = document.createElement('div');
place.style.height = '400px';
document.querySelector('#app')?.append(place);
createGrid(place, {
  rowData,
  getRowId: ({ data }) => data.id,
  columnDefs: [
    { field: 'id', headerName: 'Id' },
    { field: 'name', headerName: 'Name', editable: true },
    { field: 'city', headerName: 'City', editable: true, cellEditor: 'agSelectCellEditor', cellEditorParams: { values: ['Bonn', 'Rome', 'Oslo'] } },
    { field: 'amount', headerName: 'Amount', editable: true, cellEditor: 'agNumberCellEditor' },
  ],
});
Object.assign(window, { model: () => rowData.filter(({ id }) => ['A-1001', 'A-1002', 'A-1500'].includes(id)) });
