/** Groups rows of people with a department and a title each, which are ordered by people. */
exports.nestJoined = (rows) => {
  const people = [];
  let person;
  for (const { emp_no, last_name, dept_name, title } of rows) {
    if (person?.emp_no !== emp_no) people.push((person = { emp_no, last_name, departments: [], titles: [] }));
    if (dept_name !== null && !person.departments.includes(dept_name)) person.departments.push(dept_name);
    if (title !== null && !person.titles.includes(title)) person.titles.push(title);
  }
  return people;
};
