// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample.email;

import java.util.List;
import java.util.stream.IntStream;

import io.distlock.annotation.DistributedLock;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * The customers of the shop.
 */
@Repository
public class Customers {

	private static final List<String> FIRST_NAMES = List.of("Ada", "Grace", "Edsger", "Barbara", "Leslie", "Nancy",
			"Tony", "Radia", "Donald", "Frances");

	private static final List<String> LAST_NAMES = List.of("Moreau", "Lindqvist", "Okafor", "Tanaka", "Novak", "Silva",
			"Haddad", "Kowalski", "Iyer", "Brandt");

	private final JdbcClient jdbc;

	Customers(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Make up customers if there are none. All nodes of a new shop do this when they
	 * start.
	 * @param number how many
	 */
	@Transactional
	@DistributedLock("customers")
	public void makeUp(int number) {
		if (count() == 0) {
			IntStream.range(0, number).mapToObj(Customers::madeUp).forEach(this::insert);
		}
	}

	private static Customer madeUp(int index) {
		String first = FIRST_NAMES.get(index % FIRST_NAMES.size());
		String last = LAST_NAMES.get(index / FIRST_NAMES.size() % LAST_NAMES.size());
		int id = index + 1;
		return new Customer(id, first + " " + last, "%s.%s.%d@customers.example".formatted(first, last, id));
	}

	private void insert(Customer customer) {
		this.jdbc.sql("insert into customer (id, name, email) values (:id, :name, :email)")
			.paramSource(customer)
			.update();
	}

	int count() {
		return this.jdbc.sql("select count(*) from customer").query(Integer.class).single();
	}

}
