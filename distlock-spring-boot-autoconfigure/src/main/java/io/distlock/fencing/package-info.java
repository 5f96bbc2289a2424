/**
 * Lets the database refuse what a holder does whose lock somebody else has had meanwhile.
 */
@NullMarked
package io.distlock.fencing;

import org.jspecify.annotations.NullMarked;
