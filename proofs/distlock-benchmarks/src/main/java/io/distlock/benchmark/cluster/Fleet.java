// SPDX-License-Identifier: Apache-2.0

package io.distlock.benchmark.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JVMs that use one store, each with one product. They stay until the end, so that all
 * rounds find them warm.
 */
public final class Fleet implements AutoCloseable {

	private final String store;

	private final String address;

	private final Map<String, List<Member>> members = new LinkedHashMap<>();

	/**
	 * Create an empty fleet.
	 * @param store the name of its suite
	 * @param address where it is
	 */
	public Fleet(String store, String address) {
		this.store = store;
		this.address = address;
	}

	/**
	 * Return JVMs with a product, which are started as far as they are missing.
	 * @param entry the product
	 * @param number how many
	 */
	public List<Member> members(String entry, int number) throws IOException {
		List<Member> own = this.members.computeIfAbsent(entry, (name) -> new ArrayList<>());
		List<Member> started = new ArrayList<>();
		while (own.size() < number) {
			Member member = new Member(this.store, this.address, entry);
			own.add(member);
			started.add(member);
		}
		for (Member member : started) {
			member.answer("READY");
		}
		return own.subList(0, number);
	}

	@Override
	public void close() throws IOException {
		for (List<Member> own : this.members.values()) {
			for (Member member : own) {
				member.close();
			}
		}
	}

}
