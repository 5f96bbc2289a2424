// SPDX-License-Identifier: Apache-2.0

package io.distlock.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.distlock.provider.LockCatalog;
import io.distlock.sample.ShopState.LockState;
import io.distlock.sample.ShopState.NodeState;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;

/**
 * Looks at the shop without taking part in it.
 */
@Service
class Watch {

	private static final int LAST_ORDERS = 30;

	private static final int MOST_LOCKS = 20;

	private final ShopStore store;

	private final Nodes nodes;

	private final ObjectProvider<LockCatalog> catalogs;

	private final LockStore lockStore;

	private final String node;

	Watch(ShopStore store, Nodes nodes, ObjectProvider<LockCatalog> catalogs, LockStore lockStore,
			@Value("${distlock.node-name}") String node) {
		this.store = store;
		this.nodes = nodes;
		this.catalogs = catalogs;
		this.lockStore = lockStore;
		this.node = node;
	}

	ShopState state(String item) {
		ShopStore.Stock stock = this.store.stock(item);
		Map<String, Integer> soldByNode = this.store.soldByNode(item);
		int sold = soldByNode.values().stream().mapToInt(Integer::intValue).sum();
		return new ShopState(this.node, item, stock.delivered(), stock.units(), sold, nodes(soldByNode),
				this.lockStore.title(), locks(), this.store.lastOrders(item, LAST_ORDERS));
	}

	private List<NodeState> nodes(Map<String, Integer> soldByNode) {
		List<NodeState> states = new ArrayList<>();
		for (Nodes.Answer answer : this.nodes.ask()) {
			Node node = answer.node().orElse(new Node("node-" + (states.size() + 1), 0, 0));
			states.add(new NodeState(node.name(), answer.address(), answer.node().isPresent(), node.pid(),
					node.openOrders(), soldByNode.getOrDefault(node.name(), 0)));
		}
		return states;
	}

	private List<LockState> locks() {
		return this.catalogs.stream()
			.flatMap((catalog) -> catalog.heldLocks(MOST_LOCKS).stream())
			.map((lock) -> new LockState(lock.key(), lock.holder(), lock.lastToken(), lock.remaining().toMillis(),
					lock.awaited()))
			.toList();
	}

}
