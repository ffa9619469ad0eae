import type { Html } from "@acme/auth-http";
import type { FormState } from "../../kernel/form-state.js";
import type { Kit } from "../../kit.js";
import { button } from "../../parts/buttons.js";
import { field, type FieldOptions } from "../../parts/fields.js";
import { form, type FormOptions } from "../../parts/forms.js";
import { actions, savedIn } from "../../parts/sections.js";

/** What the form of a name is drawn from. */
export interface NameFormOptions
  extends Pick<FormOptions, "action" | "next">, Pick<FieldOptions, "label" | "autocomplete"> {
  /** The present name. */
  readonly name: string;
  readonly state: FormState;
}

/** The form of the section "name": one field, whose label the heading repeats, and Save. */
export const nameForm = (options: NameFormOptions, kit: Kit): Html => {
  const { name, state, label, autocomplete, ...way } = options;
  return form(
    {
      ...way,
      content: [
        field(
          {
            name: "name",
            label,
            isLabelHidden: true,
            value: state.values["name"] ?? name,
            error: state.errors["name"] ?? null,
            hasFocus: state.errors["name"] !== undefined,
            autocomplete,
          },
          kit,
        ),
        actions([
          button({ label: kit.texts.frame.save, kind: "primary", script: "save" }),
          savedIn("name", kit),
        ]),
      ],
    },
    kit,
  );
};
