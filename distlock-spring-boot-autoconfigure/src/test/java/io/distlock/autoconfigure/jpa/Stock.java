// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/**
 * How many units of an item there are.
 */
@Entity
class Stock {

	@Id
	private String item = "";

	private int units;

	protected Stock() {
	}

	Stock(String item, int units) {
		this.item = item;
		this.units = units;
	}

	String item() {
		return this.item;
	}

	int units() {
		return this.units;
	}

	void take() {
		this.units--;
	}

}
